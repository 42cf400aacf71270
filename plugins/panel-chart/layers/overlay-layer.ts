import type { Chart } from 'klinecharts';
import { reaction } from 'mobx';
import type { ChartAction, ChartMark, ChartOverlay, ChartSurface, ChartTarget } from '../../../core/contract/chart.ts';
import type { Contributions } from '../../../core/contract/plugin.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import type { ChartStore } from '../chart-store.ts';
import { distinctMarks, marksName } from '../drawing/marks.ts';
import type { LineLayer } from './line-layer.ts';
import type { PlotLayer } from './plot-layer.ts';
import { type SurfaceBase, surfaceOf } from './surface.ts';

export type OverlayContributions = Contributions<ChartOverlay>;
export type OverlayContribution = ReturnType<OverlayContributions['list']>[number];
export const overlayKeyOf = ({ pluginId, id }: Pick<OverlayContribution, 'pluginId' | 'id'>): string => `${pluginId}/${id}`;

export const isShown = (contribution: OverlayContribution, switched: Readonly<Record<string, boolean>>): boolean =>
  contribution.value.attach !== undefined && (switched[overlayKeyOf(contribution)] ?? contribution.value.shownAtFirst);

interface Attached {
  readonly surface: ChartSurface;
  readonly dispose: Disposer;
  /** What the overlay added to the menu while it runs. */
  readonly added: ReadonlySet<(price: string) => readonly ChartAction[]>;
}

/** Starts the overlays that other plugins contribute, each in its own try, and draws what they hand over. */
export class OverlayLayer {
  readonly #chart: Chart;
  readonly #store: ChartStore;
  readonly #contributions: OverlayContributions;
  readonly #base: SurfaceBase;
  readonly #attached = new Map<string, Attached>();
  readonly #marks = new Map<string, readonly ChartMark[]>();
  readonly #lines: LineLayer;
  readonly #plots: Pick<PlotLayer, 'set'>;
  readonly #disposers: readonly Disposer[];
  #drawn = 0;

  constructor(
    chart: Chart,
    store: ChartStore,
    contributions: OverlayContributions,
    base: SurfaceBase,
    lines: LineLayer,
    plots: Pick<PlotLayer, 'set'>,
  ) {
    this.#chart = chart;
    this.#store = store;
    this.#contributions = contributions;
    this.#base = base;
    this.#lines = lines;
    this.#plots = plots;
    chart.createOverlay({ name: marksName, id: marksName, points: [{ timestamp: 0, value: 0 }], lock: true, zLevel: -1 });
    this.#disposers = [
      contributions.onChange(() => this.#synchronise()),
      reaction(
        () => store.document.overlays,
        () => this.#synchronise(),
        { fireImmediately: true },
      ),
    ];
  }

  marks(): readonly ChartMark[] {
    return distinctMarks([...this.#marks.values()].flat());
  }

  /** The surface of a shown overlay. */
  surfaceOf(key: string): ChartSurface | null {
    return this.#attached.get(key)?.surface ?? null;
  }

  /** What the shown overlays offer to do at a price, first what they added for the moment; one that fails offers nothing. */
  actionsAt(target: ChartTarget): readonly ChartAction[] {
    const shown = this.#contributions.list().flatMap((contribution) => {
      const key = overlayKeyOf(contribution);
      const attached = this.#attached.get(key);
      return attached === undefined ? [] : [{ key, contribution, attached }];
    });
    return [
      ...shown.flatMap(({ key, attached }) => [...attached.added].flatMap((added) => actionsOf(key, () => added(target.price)))),
      ...shown.flatMap(({ key, contribution: { value, services } }) => actionsOf(key, () => value.actionsAt?.(target, services()))),
    ];
  }

  close(): void {
    for (const dispose of this.#disposers) void dispose();
    for (const key of [...this.#attached.keys()]) this.#detach(key);
  }

  #synchronise(): void {
    const shown = this.#contributions.list().filter((one) => isShown(one, this.#store.document.overlays));
    const keys = new Set(shown.map(overlayKeyOf));
    for (const key of [...this.#attached.keys()]) if (!keys.has(key)) this.#detach(key);
    for (const contribution of shown) if (!this.#attached.has(overlayKeyOf(contribution))) this.#attach(contribution);
  }

  #attach(contribution: OverlayContribution): void {
    const key = overlayKeyOf(contribution);
    const added = new Set<(price: string) => readonly ChartAction[]>();
    const surface = surfaceOf(this.#chart, this.#base, {
      addActions: (actionsAt) => {
        added.add(actionsAt);
        return () => {
          added.delete(actionsAt);
        };
      },
      setMarks: (marks) => {
        this.#marks.set(key, marks);
        this.#repaint();
      },
      setLines: (lines) => this.#plots.set(key, lines),
      setPriceLines: (lines) => this.#lines.set(key, lines),
    });
    try {
      const dispose = contribution.value.attach?.(surface, contribution.services()) ?? (() => undefined);
      this.#attached.set(key, { surface, dispose, added });
    } catch (error) {
      this.#clear(key);
      console.error(`chart overlay ${key}`, error);
    }
  }

  #detach(key: string): void {
    const attached = this.#attached.get(key);
    this.#attached.delete(key);
    try {
      void attached?.dispose();
    } catch (error) {
      console.error(`chart overlay ${key}`, error);
    }
    this.#clear(key);
  }

  #clear(key: string): void {
    this.#marks.delete(key);
    this.#lines.set(key, []);
    this.#plots.set(key, []);
    this.#repaint();
  }

  #repaint(): void {
    this.#drawn += 1;
    this.#chart.overrideOverlay({ id: marksName, name: marksName, extendData: this.#drawn });
  }
}

function actionsOf(key: string, ask: () => readonly ChartAction[] | undefined): readonly ChartAction[] {
  try {
    return (ask() ?? []).map((action) => ({ ...action, id: `${key} ${action.id}` }));
  } catch (error) {
    console.error(`chart overlay ${key}`, error);
    return [];
  }
}
