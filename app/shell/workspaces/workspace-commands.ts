import { compareStructural, reaction } from 'mobx';
import type { AppCommand } from '../../../core/client/settings/command-registry.ts';
import type { Texts } from '../../../core/contract/client-services.ts';
import type { Workbench } from '../../workbench/boot.ts';
import { workspaceTitle } from './workspace-title.ts';

/** Files are rarely wanted: their code comes when they are. */
const files = () => import('./workspace-files.ts');

/** Alt with a digit goes to a workspace by its place. */
const mostShortcuts = 9;

/** What can be done to workspaces, as commands; those that go to one follow the tabs. */
export function registerWorkspaceCommands({ services }: Workbench, goTo: (path: string) => void): () => void {
  const { commands, layout } = services;
  const register = (list: readonly AppCommand[]): (() => void) => {
    const disposers = list.map((command) => commands.register(command));
    return () => {
      for (const dispose of disposers) void dispose();
    };
  };
  const fixed = register(fixedCommands(services, goTo));
  let tabs = (): void => undefined;
  const stop = reaction(
    () => layout.open.map(({ key, name }) => ({ key, name })),
    (names) => {
      tabs();
      tabs = register(
        names.map(({ key, name }, at) => ({
          id: `workspace.tab.${at + 1}`,
          place: 'workspaces' as const,
          title: (texts: Texts) => texts.t('app', 'command.workspace', { name: workspaceTitle(name, (key) => texts.t('app', key)) }),
          ...(at < mostShortcuts ? { shortcut: `Alt+${at + 1}` } : {}),
          run: () => {
            const chosen = layout.find(key);
            layout.select(key);
            goTo(layout.pathOf(chosen));
          },
        })),
      );
    },
    { fireImmediately: true, equals: compareStructural },
  );
  return () => {
    stop();
    tabs();
    fixed();
  };
}

function fixedCommands(services: Workbench['services'], goTo: (path: string) => void): readonly AppCommand[] {
  const { layout, workspaceNaming: naming, texts } = services;
  const command = (id: string, run: AppCommand['run']): AppCommand => ({
    id: `workspace.${id}`,
    place: 'workspaces',
    title: (all) => all.t('app', `command.workspace.${id}`),
    run: async () => {
      goTo(layout.path);
      await run();
    },
  });
  return [
    command('new', () => layout.add()),
    command('rename', () => {
      if (layout.active !== null) naming.start(layout.active.key, 'rename');
    }),
    command('saveAs', () => {
      if (layout.active !== null) naming.start(layout.active.key, 'save-as');
    }),
    command('duplicate', async () => {
      if (layout.active !== null) await layout.saveAs(layout.active.key, layout.active.name);
    }),
    command('reset', async () => layout.active?.reset(layout.active === layout.ai)),
    command('export', async () => {
      const { exportWorkspace } = await files();
      if (layout.active !== null) await exportWorkspace(layout.active);
    }),
    command('import', async () => (await files()).importWorkspace(services, texts.t('app', 'workspace.another'))),
    command('close', () => {
      if (layout.activeKey !== null) layout.close(layout.activeKey);
    }),
    command('delete', async () => {
      if (layout.activeKey !== null) await layout.remove(layout.activeKey);
    }),
    command('next', () => layout.step(1)),
    command('previous', () => layout.step(-1)),
  ];
}
