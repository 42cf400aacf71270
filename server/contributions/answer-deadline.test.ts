import { expect, it } from 'vitest';
import { AUTHENTICATION, DIALECTS, type DialectRequest, ROUTES, type RouteRequest } from '../../core/contract/server-contributions.ts';
import { createKernel } from '../../core/kernel/index.ts';
import { optionsFor } from '../../core/kernel/kernel-fixture.ts';
import type { Route } from '../../schemas/wire/route.ts';
import { serviceOf } from '../../tests/kit/contributing.ts';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { noteRoutes } from '../../tests/kit/plugins/kit-notes/routes.ts';
import { answerWithinMs } from './answer-deadline.ts';
import { type ServerContributionParts, ServerContributions } from './contributions.ts';

const silence = (): Promise<never> => new Promise(() => undefined);
const publisher = { publish: () => undefined, hasSubscribers: () => false };

async function silentPlugin() {
  const clock = new ManualClock(0);
  const warnings: object[] = [];
  const parts = { publisher, store: {}, clock, logger: { warn: (fields: object) => warnings.push(fields) } };
  const contributions = new ServerContributions(parts as unknown as ServerContributionParts);
  const heard: AbortSignal[] = [];
  const mute = serviceOf('mute', { routes: ROUTES, dialects: DIALECTS, authentication: AUTHENTICATION }, ({ services }) => {
    const noteList = ({ gone }: Pick<RouteRequest<Route>, 'gone'>): Promise<never> => {
      heard.push(gone());
      return silence();
    };
    services.routes.add({ noteList: noteRoutes.noteList }, { noteList });
    services.dialects.add({ base: '/mute', answer: silence, failure: () => ({ status: 500, body: '' }) });
    services.authentication.add({ id: 'mute', description: '', prefix: 'mute_', find: silence, isLive: silence });
    return undefined;
  });
  await createKernel(optionsFor([mute], { side: 'server', services: contributions.services() }).options);
  return { contributions, clock, warnings, heard };
}

it('ends the calls of a plugin that never answers, with a sentence, whatever they came by', async () => {
  const { contributions, clock, warnings, heard } = await silentPlugin();
  const { method, path } = noteRoutes.noteList;
  const caller = new AbortController();
  const calls = [
    contributions.routes.find(method, path)?.handler?.({ gone: () => caller.signal } as never),
    contributions.dialects.find('/mute')?.dialect.answer({ path: '/v3' } as DialectRequest),
    contributions.schemes.find('mute_1', '127.0.0.1'),
    contributions.schemes.isLive('scheme mute 1'),
  ];
  const failures = Promise.allSettled(calls);
  await clock.advance(answerWithinMs - 1);
  expect(heard.map(({ aborted }) => aborted)).toEqual([false]);
  await clock.advance(1);
  const refusal = { code: 'PLUGIN_SILENT', httpStatus: 504, params: { plugin: 'mute', seconds: 30 } };
  expect(await failures).toMatchObject(calls.map(() => ({ status: 'rejected', reason: refusal })));
  expect(heard.map(({ aborted }) => aborted)).toEqual([true]);
  expect(warnings).toEqual(['noteList', '/mute/v3', 'mute', 'mute'].map((what) => ({ plugin: 'mute', what })));
});

it('tells a handler at once that its caller has gone', async () => {
  const { contributions, heard } = await silentPlugin();
  const { method, path } = noteRoutes.noteList;
  const caller = new AbortController();
  void contributions.routes.find(method, path)?.handler?.({ gone: () => caller.signal } as never);
  caller.abort();
  expect(heard.map(({ aborted }) => aborted)).toEqual([true]);
});
