import { channelTools } from './channels.ts';
import { fibonacciTools } from './fibonacci.ts';
import { lineTools } from './lines.ts';
import { measureTools } from './measures.ts';
import { shapeTools } from './shapes.ts';
import { textTools } from './texts.ts';
import type { DrawingTool } from './tool.ts';

/** Every drawing tool of the chart itself; overlays may bring more. */
export const drawingTools: readonly DrawingTool[] = [
  ...lineTools,
  ...channelTools,
  ...fibonacciTools,
  ...shapeTools,
  ...textTools,
  ...measureTools,
];

const byId = new Map(drawingTools.map((tool) => [tool.id, tool]));
export const toolOf = (id: string): DrawingTool | null => byId.get(id) ?? null;
