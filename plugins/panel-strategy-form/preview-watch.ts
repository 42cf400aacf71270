import { autorun, reaction } from 'mobx';
import { AppError } from '../../core/contract/app-error.ts';
import type { InstanceEnvironment, PreviewReply } from '../../core/contract/strategies.ts';
import type { Disposer } from '../../core/contract/token.ts';
import type { UiTimers } from '../../core/ui/index.ts';
import type { FormStore } from './form-store.ts';
import type { Services } from './requires.ts';

/** After the last key of somebody who types. */
const pauseMs = 300;
/** Quotes follow the market. */
const againMs = 5_000;

interface Asked {
  readonly strategy: string;
  readonly environment: InstanceEnvironment;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * Asks the server what the params in the form would place, a moment after each change and every few seconds, and puts it on the
 * charts, with what follows from them beside the form. What the strategy itself has against them is shown at the field, before anybody starts it.
 */
export function watchPreview(store: FormStore, { api, strategies }: Services, timers: Pick<UiTimers, 'after'>): Disposer {
  let cancel: (() => void) | null = null;
  let round = 0;
  const wait = (delayMs: number): void => {
    cancel?.();
    cancel = timers.after(delayMs, () => void ask());
  };
  const ask = async (): Promise<void> => {
    const asked = askedOf(store);
    if (asked === null) return;
    const own = round;
    const { strategy, environment, params } = asked;
    const reply = await api.call('strategyPreview', { body: { strategy, environment, params: { ...params } } });
    if (own !== round) return;
    const preview = reply.ok ? reply.value : null;
    const isSound = preview !== null && preview.problem === null;
    store.showLines(isSound ? preview.lines : []);
    // A refusal, such as of a lost connection, says nothing about the params.
    if (preview !== null) {
      store.object(preview.problem === null ? null : problemError(preview.problem));
      store.showFigures(preview.figures);
    }
    wait(againMs);
  };
  const stop = reaction(
    () => JSON.stringify(askedOf(store)),
    () => {
      round += 1;
      cancel?.();
      if (askedOf(store) === null) store.showLines([]);
      else wait(pauseMs);
    },
    { fireImmediately: true },
  );
  const stopShowing = autorun(() => strategies.showPreview(store.preview));
  return () => {
    stop();
    stopShowing();
    round += 1;
    cancel?.();
    strategies.showPreview(null);
  };
}

/** As a start would be refused. */
const problemError = ({ field, rule, params }: NonNullable<PreviewReply['problem']>): AppError =>
  new AppError('STRATEGY_PARAMS_INVALID', { ...params, field, rule });

function askedOf({ template, isComplete, chosenEnvironment: environment, params }: FormStore): Asked | null {
  if (template === null || template.locked || !isComplete || environment === null) return null;
  return { strategy: template.strategy, environment, params };
}
