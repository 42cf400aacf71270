import { bridgedTokens } from '../../core/contract/bridged-tokens.ts';
import { ACCOUNTS, type Accounts } from '../../core/contract/client-services.ts';
import type { PanelDefinition, PanelProps } from '../../core/contract/panel.ts';
import type { PageDefinition, PageProps, PluginDefinition } from '../../core/contract/plugin.ts';
import { partsOf } from '../../core/kernel/index.ts';
import type { ClientPackage } from '../../schemas/wire/package.ts';
import { FramedPart } from './framed-part.tsx';
import { passedOn, unmarked, withoutMark } from './panel-versions.ts';

/** A package's plugin for the kernel of the page: its parts are frames. */
export function framedPlugin(one: ClientPackage): { readonly plugin: PluginDefinition } {
  const { manifest } = one;
  // Under its id: what the page makes of the accounts for a link group reaches the frame too.
  const named = (ids: readonly string[] = []) =>
    Object.fromEntries(bridgedTokens.filter(({ id }) => ids.includes(id)).map((one) => [one.id, one]));
  const requires = named(manifest.requires);
  const panels = partsOf(manifest, 'panels').map(({ id, version }) => [id, panelOf(one, id, version)] as const);
  const routes = partsOf(manifest, 'routes').map(({ id }) => [id, pageOf(one, id)] as const);
  return { plugin: { requires, panels: Object.fromEntries(panels), routes: Object.fromEntries(routes) } };
}

const accountsOf = (services: Readonly<Record<string, unknown>>): Accounts | null =>
  (services[ACCOUNTS.id] as Accounts | undefined) ?? null;

function panelOf(one: ClientPackage, id: string, version: number): PanelDefinition {
  function FramedPanel({ panelId, services, config, updateConfig, linkGroup, instrumentId, visible }: PanelProps) {
    return (
      <FramedPart
        one={one}
        part={{ kind: 'panels', id }}
        place={{ linkGroup, instrumentId, visible }}
        panelId={panelId}
        accounts={accountsOf(services)}
        saved={unmarked(config, version)}
        updateConfig={(patch) => updateConfig(withoutMark(patch))}
      />
    );
  }
  return { load: async () => ({ Panel: FramedPanel }), migrations: passedOn(version) };
}

function pageOf(one: ClientPackage, id: string): PageDefinition {
  function FramedPage({ services }: PageProps) {
    return (
      <FramedPart
        one={one}
        part={{ kind: 'routes', id }}
        place={{ linkGroup: 'none', instrumentId: null, visible: true }}
        panelId={id}
        accounts={accountsOf(services)}
        saved={{ version: 1, config: {} }}
        updateConfig={() => undefined}
      />
    );
  }
  return { load: async () => ({ Page: FramedPage }) };
}
