import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { InstanceRecord } from '../../store/strategies/instance-store.ts';
import { schemaProblem } from '../params-schema.ts';
import { SchemaCheck } from '../schema-check.ts';
import { shapeChange } from '../worker/state-shape.ts';
import { StepFailure } from '../worker/step-failure.ts';
import type { StrategyThread } from '../worker/strategy-thread.ts';

/** Strategy id → its params' schema. */
export type StrategySchemas = Readonly<Record<string, object>>;

interface Trial {
  /** The code comes from a package: its schemas are looked at before anything is held against them. */
  readonly isForeign: boolean;
  /** Runs the other code. */
  readonly fresh: StrategyThread;
  /** Runs the code that the instances have now; null when none ran yet. */
  readonly former: StrategyThread | null;
  readonly running: readonly InstanceRecord[];
}

/** Whether other code of a plugin comes up, and every running instance could go on with it from its saved state. */
export async function tryOrigin({ isForeign, fresh, former, running }: Trial): Promise<Outcome<StrategySchemas>> {
  try {
    const schemas = await fresh.describe();
    for (const [strategyId, schema] of isForeign ? Object.entries(schemas) : []) {
      const rule = schemaProblem(schema);
      if (rule !== null) return refused('PACKAGE_INVALID', { field: `strategy ${strategyId}`, rule });
    }
    for (const { strategy, params } of oneOfEach(running)) {
      const change = await changeFor(strategy.slice(strategy.indexOf('/') + 1), params, schemas, fresh, former);
      if (change !== null) return refused('STRATEGY_STATE_CHANGED', { strategy, change });
    }
    return accepted(schemas);
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    return refused('PACKAGE_CODE', { cause: error.message });
  }
}

async function changeFor(
  strategyId: string,
  params: unknown,
  schemas: StrategySchemas,
  fresh: StrategyThread,
  former: StrategyThread | null,
): Promise<string | null> {
  const schema = Object.hasOwn(schemas, strategyId) ? schemas[strategyId] : undefined;
  if (schema === undefined) return 'there is no such strategy any more';
  const problem = new SchemaCheck().problem(schema, params);
  if (problem !== null) return `params: ${problem.field} ${problem.rule}`;
  const [before, after] = [(await former?.shape(strategyId, params)) ?? null, await fresh.shape(strategyId, params)];
  return before === null || after === null ? null : shapeChange(before, after);
}

/** Instances of the same strategy with the same params start alike. */
const oneOfEach = (records: readonly InstanceRecord[]): readonly InstanceRecord[] => [
  ...new Map(records.map((record) => [`${record.strategy} ${JSON.stringify(record.params)}`, record])).values(),
];
