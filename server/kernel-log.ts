import type { Logger } from '../core/contract/server-services.ts';
import type { KernelEvent } from '../core/kernel/index.ts';

/** Writes what the kernel reports into the log. */
export function logKernelEvent(logger: Logger, event: KernelEvent): void {
  switch (event.type) {
    case 'hook-slow':
      logger.warn({ plugin: event.pluginId, hook: event.hook, elapsedMs: Math.round(event.elapsedMs) }, 'a plugin is slow');
      break;
    case 'hook-failed':
      logger.error({ plugin: event.pluginId, hook: event.hook, err: event.error }, 'a plugin failed');
      break;
    case 'plugin-failed':
      logger.error({ plugin: event.pluginId, reason: event.reason.code, detail: event.reason.detail }, 'a plugin is off');
      break;
    case 'contribution-left-out':
      logger.error({ plugin: event.pluginId, contribution: event.contribution, err: event.error }, 'a contribution is left out');
      break;
  }
}
