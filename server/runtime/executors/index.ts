import type { ExecutorDefinition } from '../driver/executor.ts';
import { chase } from './chase.ts';
import { grid } from './grid.ts';
import { iceberg } from './iceberg.ts';
import { multiLeg } from './multi-leg.ts';
import { plainOrder } from './plain-order.ts';
import { pov } from './pov.ts';
import { twap } from './twap.ts';
import { vwap } from './vwap.ts';

/** Executors by the kind that strategies name; their configs are in schemas/execution.ts. */
export const executors = { order: plainOrder, twap, vwap, iceberg, pov, chase, multiLeg, grid } as Readonly<
  Record<string, ExecutorDefinition>
>;
