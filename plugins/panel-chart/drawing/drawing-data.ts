import type { DrawingStyle } from '../chart-document.ts';
import { toolOf } from './catalogue.ts';

/** What klinecharts keeps with an overlay of ours; it copies it deeply, so it is plain data. */
export interface DrawingData extends DrawingStyle {
  readonly tool: string;
  readonly text: string;
  /** Its points can be seen and taken: it is selected, or being drawn. */
  readonly handles: boolean;
}

/** All tools of overlays. */
export const contributedName = 'tessera-contributed';

/** Name under which klinecharts knows a tool. Tools of overlays share one: they all take two clicks. */
export const overlayNameOf = (tool: string): string => (toolOf(tool) === null ? contributedName : `tessera-${tool}`);
