import { reaction } from 'mobx';
import { themeChoices } from '../../../core/client/settings/appearance.ts';
import type { AppCommand, CommandPlace } from '../../../core/client/settings/command-registry.ts';
import { languageNames } from '../../../core/client/settings/language.ts';
import type { Texts } from '../../../core/contract/client-services.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import { splitKey } from '../../../core/ui/text/split-key.ts';
import { layoutCommands } from '../../layout/layout-commands.ts';
import type { Workbench } from '../../workbench/boot.ts';
import { menuGroups, pagesOf } from '../menus/side-menu.tsx';
import type { PaletteMode } from '../palette/palette-entries.ts';
import { registerWorkspaceCommands } from '../workspaces/workspace-commands.ts';
import type { ShortcutsMode } from './shortcuts-dialog.tsx';

export const paletteCommand = 'shell.palette';

interface ShellActions {
  readonly openPalette: (mode: PaletteMode) => void;
  readonly openShortcuts: (mode: ShortcutsMode) => void;
  readonly openGallery: () => void;
  readonly openReady: () => void;
  readonly startTour: () => void;
  readonly goTo: (path: string) => void;
}

/** Everything that the shell, the panels and the plugins let a user do, as commands. Follows the kernel's lists. */
export function registerShellCommands(workbench: Workbench, actions: ShellActions): () => void {
  const { services, kernel } = workbench;
  const fixed = registerAll(workbench, [...fixedCommands(workbench, actions), ...layoutCommands(workbench)]);
  const workspaces = registerWorkspaceCommands(workbench, actions.goTo);
  let changing: Disposer = () => undefined;
  const stop = reaction(
    () => [kernel.panels, kernel.routes, kernel.commands, services.session.user] as const,
    () => {
      void changing();
      changing = registerAll(workbench, [
        ...panelCommands(workbench, actions),
        ...pageCommands(workbench, actions),
        ...pluginCommands(workbench),
      ]);
    },
    { fireImmediately: true },
  );
  return () => {
    stop();
    void changing();
    workspaces();
    fixed();
  };
}

function registerAll({ services }: Workbench, commands: readonly AppCommand[]): () => void {
  const disposers = commands.map((command) => services.commands.register(command));
  return () => {
    for (const dispose of disposers) void dispose();
  };
}

function fixedCommands({ services }: Workbench, actions: ShellActions): readonly AppCommand[] {
  const { preferences, workspace, session, config, documents, layout } = services;
  const command = (place: CommandPlace, id: string, run: AppCommand['run'], shortcut?: string): AppCommand => ({
    id: `shell.${id}`,
    place,
    title: (texts) => texts.t('app', `command.${id}`),
    run,
    ...(shortcut === undefined ? {} : { shortcut }),
  });
  return [
    command('general', 'palette', () => actions.openPalette('commands'), 'Mod+K'),
    command('general', 'shortcuts', () => actions.openShortcuts('sheet'), '?'),
    command('general', 'editShortcuts', () => actions.openShortcuts('edit')),
    command('general', 'tour', () => {
      actions.goTo(layout.path);
      actions.startTour();
    }),
    command('workspaces', 'ready', () => {
      actions.goTo(layout.path);
      actions.openReady();
    }),
    command(
      'panels',
      'addPanel',
      () => {
        actions.goTo(layout.path);
        actions.openGallery();
      },
      'Alt+P',
    ),
    command('markets', 'openMarket', () => actions.openPalette('markets'), 'Mod+P'),
    command('markets', 'nextTab', () => workspace.stepTab(1), 'Alt+ArrowRight'),
    command('markets', 'previousTab', () => workspace.stepTab(-1), 'Alt+ArrowLeft'),
    command('markets', 'closeTab', () => {
      if (workspace.activeKey !== null) workspace.closeTab(workspace.activeKey);
    }),
    ...themeChoices.map((theme) => ({
      ...command('looks', 'theme', () => preferences.setTheme(theme)),
      id: `shell.theme.${theme}`,
      title: (texts: Texts) => texts.t('app', 'command.theme', { name: texts.t('app', `theme.${theme}`) }),
    })),
    command('looks', 'toggleDensity', () => preferences.setDensity(preferences.density === 'compact' ? 'cosy' : 'compact')),
    command('looks', 'toggleRedUp', () => preferences.setRedUp(!preferences.redUp)),
    ...preferences.languages.map((language) => ({
      ...command('looks', 'language', () => preferences.setLanguage(language)),
      id: `shell.language.${language}`,
      title: (texts: Texts) => texts.t('app', 'command.language', { name: languageNames[language] }),
    })),
    command('general', 'signOut', async () => {
      await Promise.all([config.flush(), documents.flush()]);
      await session.signOut();
    }),
  ];
}

function panelCommands({ kernel, services }: Workbench, actions: ShellActions): readonly AppCommand[] {
  return kernel.panels
    .filter((panel) => panel.decision.outcome === 'granted')
    .map((panel) => {
      const { namespace, key } = splitKey(panel.manifest.title);
      return {
        id: `panel.${panel.key}`,
        place: 'panels' as const,
        title: (texts: Texts) => texts.t('app', 'command.openPanel', { name: texts.t(namespace, key) }),
        run: () => {
          actions.goTo(services.layout.path);
          services.workspace.openPanel(panel.key);
        },
      };
    });
}

function pageCommands({ kernel, services }: Workbench, actions: ShellActions): readonly AppCommand[] {
  return menuGroups.flatMap((group) =>
    pagesOf(group, kernel, services.session.user !== null).map((page) => {
      const { namespace, key } = page.titleKey === null ? { namespace: 'app', key: `menu.${group}` } : splitKey(page.titleKey);
      return {
        id: `page.${page.path}`,
        place: 'pages' as const,
        title: (texts: Texts) => texts.t('app', 'command.goTo', { name: texts.t(namespace, key) }),
        run: () => actions.goTo(page.path),
      };
    }),
  );
}

function pluginCommands({ kernel, services }: Workbench): readonly AppCommand[] {
  return kernel.commands.flatMap((entry) => {
    const { code, manifest } = entry;
    if (code === null) return [];
    const { namespace, key } = splitKey(manifest.title);
    return [
      {
        id: entry.key,
        place: 'trading' as const,
        title: (texts: Texts) => texts.t(namespace, key),
        ...(manifest.shortcut === undefined ? {} : { shortcut: manifest.shortcut }),
        run: async () => {
          const result = await code.run();
          if (!result.ok) services.notices.show('error', services.texts.t('app', 'command.failed'), { detail: result.message });
        },
      },
    ];
  });
}
