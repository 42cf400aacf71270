import type { Chart } from 'klinecharts';
import type { LinkMember, LinkTopic } from '../../../core/contract/client-services.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import { barSpaceLimits } from '../chart-document.ts';
import { maxPages, pageSize } from '../chart-source.ts';
import type { Crosshair, CrosshairPlace } from './crosshair.ts';
import { yOf } from './surface.ts';
import type { TimeAxis } from './time-axis.ts';

type ChartLinkMessage =
  | { readonly kind: 'crosshair'; readonly place: Pick<CrosshairPlace, 'timeMs' | 'price'> | null }
  /** `endMs`: time at the right edge, null for the newest bar; `zoom`: how many times wider the bars have become. */
  | { readonly kind: 'view'; readonly endMs: number | null; readonly zoom: number };
export const chartLinks: LinkTopic<ChartLinkMessage> = { id: 'chart' };

type Join = (listener: (message: ChartLinkMessage) => void) => LinkMember<ChartLinkMessage>;

/** Bars that a chart loads to follow another one; further back it stays at its oldest bar. */
const mostMissing = maxPages * pageSize;
/** Beside the pane: a price that is not to be seen. */
const outOfSight = -100;

/**
 * Keeps a chart with the others of its link group: always its crosshair, by time and price; where it is scrolled and how it is zoomed
 * only on demand. Each keeps a horizon of its own: what they share is the right edge, and every change of zoom.
 */
export class LinkLayer {
  readonly #chart: Chart;
  readonly #crosshair: Crosshair;
  readonly #axis: TimeAxis;
  readonly #member: LinkMember<ChartLinkMessage>;
  readonly #stops: readonly Disposer[];
  /** True: this chart leads and follows in time. */
  followsTime = false;
  /** Set while this chart follows, so that it does not lead. */
  #following = false;
  /** A time that the bars do not reach yet. */
  #awaitedMs: number | null = null;
  #zoom = 1;
  #frame = 0;

  constructor(
    chart: Chart,
    crosshair: Crosshair,
    axis: TimeAxis,
    join: Join,
    onBars: (listener: (change: 'all' | 'last') => void) => Disposer,
  ) {
    this.#chart = chart;
    this.#crosshair = crosshair;
    this.#axis = axis;
    this.#member = join((message) => {
      if (message.kind === 'crosshair') this.#showCrosshair(message.place);
      else if (this.followsTime) this.#follow(message.endMs, message.zoom);
    });
    const onScroll = (): void => this.#lead(1);
    const onZoom = (data?: unknown): void => this.#lead((data as { readonly scale: number }).scale);
    chart.subscribeAction('onScroll', onScroll);
    chart.subscribeAction('onZoom', onZoom);
    this.#stops = [
      crosshair.listen((place, byUser) => byUser && this.#member.tell({ kind: 'crosshair', place })),
      onBars((change) => {
        if (change === 'all' && this.#awaitedMs !== null) this.#follow(this.#awaitedMs, 1);
      }),
      () => chart.unsubscribeAction('onScroll', onScroll),
      () => chart.unsubscribeAction('onZoom', onZoom),
      () => cancelAnimationFrame(this.#frame),
    ];
  }

  close(): void {
    this.#member.tell({ kind: 'crosshair', place: null });
    this.#member.leave();
    for (const stop of this.#stops) void stop();
  }

  /** Tells once per frame, however often the wheel turned. */
  #lead(zoom: number): void {
    if (this.#following || this.#axis.isRestoring || !this.followsTime) return;
    this.#awaitedMs = null;
    this.#zoom *= zoom;
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#member.tell({ kind: 'view', endMs: this.#axis.endMs, zoom: this.#zoom });
      this.#zoom = 1;
    });
  }

  #follow(endMs: number | null, zoom: number): void {
    this.#following = true;
    const { bar } = this.#chart.getBarSpace();
    if (zoom !== 1) this.#chart.setBarSpace(Math.min(barSpaceLimits.max, Math.max(barSpaceLimits.min, bar * zoom)));
    const reached = this.#axis.showEnd(endMs);
    this.#awaitedMs = !reached && endMs !== null && this.#axis.missingBefore(endMs) < mostMissing ? endMs : null;
    this.#following = false;
  }

  #showCrosshair(place: Pick<CrosshairPlace, 'timeMs' | 'price'> | null): void {
    const index = place === null ? null : this.#axis.indexOf(place.timeMs);
    const x = index === null ? null : this.#axis.xOf(index);
    if (place === null || x === null || x < 0 || x > this.#axis.width) this.#crosshair.show(null);
    else this.#crosshair.show({ x, y: place.price === null ? outOfSight : (yOf(this.#chart, place.price) ?? outOfSight) });
  }
}
