import type { AppError } from '../../core/contract/app-error.ts';
import type { Instance } from '../../core/contract/strategies.ts';
import { labelled, sentences } from '../../core/domain/joined-text.ts';
import type { Translate } from '../../core/ui/index.ts';
import { stoppedHere } from './announce-ends.ts';
import type { Question } from './question-strip.tsx';
import type { Services } from './requires.ts';

/** What is asked before instances are stopped for good. */
export function stopQuestion(services: Services, t: Translate, instances: readonly Instance[]): Question {
  const count = instances.length;
  const real = instances.filter(({ environment }) => environment === 'production' || environment === 'canary').length;
  return {
    title: count === 1 ? t('stop.titleOne', { name: instances[0]?.name ?? '' }) : t('stop.title', { count }),
    text: sentences([t('stop.text'), real > 0 ? t(count === 1 ? 'stop.realOne' : 'stop.real', { count: real }) : '']),
    keepLabel: t('stop.keep'),
    danger: true,
    confirmLabel: count === 1 ? t('stop.confirmOne') : t('stop.confirm', { count }),
    run: () => void stopAll(services, t, instances),
  };
}

/** Stops them together; says what could not be stopped, and why. */
async function stopAll({ strategies, notices, texts }: Services, t: Translate, instances: readonly Instance[]): Promise<void> {
  for (const { instanceId } of instances) stoppedHere.add(instanceId);
  const outcomes = await Promise.all(instances.map(async ({ instanceId }) => strategies.stop(instanceId)));
  for (const [at, { instanceId }] of instances.entries()) if (outcomes[at]?.ok !== true) stoppedHere.delete(instanceId);
  const failures = outcomes.flatMap((outcome, at): { readonly name: string; readonly error: AppError }[] =>
    outcome.ok ? [] : [{ name: instances[at]?.name ?? '', error: outcome.error }],
  );
  if (failures.length === 0) return;
  const details = failures.map(({ name, error }) => labelled(name, texts.errorText(error))).join('\n');
  notices.show('error', t('stop.failed', { count: failures.length }), { detail: details });
}
