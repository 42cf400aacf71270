import type { AppCommand } from '../../core/client/settings/command-registry.ts';
import type { Workbench } from '../workbench/boot.ts';
import { openHelp } from './panel-help.ts';
import { popOutCurrent } from './pop-outs/pop-out-panel.ts';

/** What can be done to the panels of the workspace in front. */
export function layoutCommands(workbench: Workbench): readonly AppCommand[] {
  const { frontLayout } = workbench.services;
  const command = (id: string, shortcut: string, run: () => void): AppCommand => ({
    id: `layout.${id}`,
    place: 'panels',
    title: (texts) => texts.t('app', `command.layout.${id}`),
    shortcut,
    run,
  });
  const onCurrent = (act: 'close' | 'toggleMaximise'): void => {
    const { host } = frontLayout;
    const current = host?.current() ?? null;
    if (current !== null) host?.[act](current);
  };
  return [
    command('next', 'F6', () => frontLayout.stepPanel(1)),
    command('previous', 'Shift+F6', () => frontLayout.stepPanel(-1)),
    command('move', 'Alt+M', () => frontLayout.startMoving()),
    command('popOut', 'Alt+O', () => popOutCurrent(workbench)),
    command('maximise', 'Alt+Enter', () => onCurrent('toggleMaximise')),
    command('close', 'Alt+W', () => onCurrent('close')),
    command('help', 'F1', () => openHelp(workbench)),
  ];
}
