import type { ExecutorDefinition } from '../driver/executor.ts';

/** Executors by the kind that strategies name. */
export const executors: Readonly<Record<string, ExecutorDefinition>> = {};
