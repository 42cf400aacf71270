/**
 * What the runtime says of a strategy that broke the contract. The sentence is kept with the instance or the run, in English; pages read
 * it back, to say it in the language of their user. What a strategy threw itself is none of these and stays as it was thrown.
 */
export const faultTexts = {
  tooSlow: 'it took longer than {{ms}} ms',
  notReady: 'its thread was not ready after {{ms}} ms',
  tooBusy: 'it keeps its thread busy more than {{percent}} % of the time',
  tooLarge: 'it needs more than {{mb}} MB',
  stateTooLong: 'it is longer than {{count}} characters',
  threadEnded: 'its thread ended ({{code}})',
  closed: 'the runtime is closed',
  unwritten: 'the server stops, and it could not be saved',
  refusals: 'it only produces refusals: {{count}} within a minute and no order accepted, the last {{code}}',
  noStep: 'it must return { state, actions }',
  unknownAction: 'unknown action {{action}}',
  unknownExecutor: 'there is no executor {{kind}}',
  tagInUse: 'the tag {{tag}} is empty or in use',
  noRest: 'more than {{count}} answers to one event',
  executorEnds: 'an executor ends by its progress',
  executorStarts: 'an executor starts no executors',
  tooManyExecutors: 'at most {{count}} executors may run at once',
} as const;

export type FaultKey = keyof typeof faultTexts;
export type FaultParams = Readonly<Record<string, string>>;

const place = /\{\{(\w+)\}\}/g;

export const faultText = (key: FaultKey, params: Readonly<Record<string, string | number>> = {}): string =>
  faultTexts[key].replace(place, (_, name: string) => String(params[name] ?? ''));

export interface ReadFault {
  readonly key: FaultKey;
  readonly params: FaultParams;
}

/** The sentence that {@link faultText} made; null for any other. */
export function readFault(text: string): ReadFault | null {
  for (const [key, pattern] of patterns) {
    const found = pattern.exec(text);
    if (found !== null) return { key, params: { ...found.groups } };
  }
  return null;
}

const patterns: readonly (readonly [FaultKey, RegExp])[] = (Object.entries(faultTexts) as [FaultKey, string][]).map(([key, text]) => {
  // Cut at every place: words, name, words, name, and so on.
  const source = text
    .split(place)
    .map((part, at) => (at % 2 === 0 ? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : `(?<${part}>.*)`))
    .join('');
  return [key, new RegExp(`^${source}$`, 's')];
});
