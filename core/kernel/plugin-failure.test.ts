import { describe, expect, it } from 'vitest';
import type { SetupContext } from '../contract/plugin.ts';
import { type TokenMap, token } from '../contract/token.ts';
import { createKernel, KernelStartError } from './index.ts';
import { manifestOf, optionsFor, sourceOf } from './kernel-fixture.ts';
import type { PluginSource } from './plugin-source.ts';

const tokens = (...ids: readonly string[]): TokenMap => Object.fromEntries(ids.map((id) => [id, token(id, '')]));
const provider = (id: string, tokenId: string, requires: readonly string[] = []): PluginSource =>
  sourceOf(manifestOf(id, { provides: [tokenId], requires: [...requires] }), {
    requires: tokens(...requires),
    setup: ({ provide }) => {
      provide(token(tokenId, ''), {});
    },
  });
const broken = (id: string, tokenId: string, more = {}): PluginSource =>
  sourceOf(manifestOf(id, { provides: [tokenId], ...more }), {
    setup: () => {
      throw new Error('boom');
    },
  });

describe('a failing plugin', () => {
  it('fails alone when it requires a token that nobody provides', async () => {
    const lonely = sourceOf(manifestOf('lonely', { requires: ['x.none'] }), { requires: tokens('x.none') });
    const kernel = await createKernel(optionsFor([lonely, sourceOf(manifestOf('other'))]).options);
    expect(kernel.plugin('lonely')?.state).toEqual({
      kind: 'failed',
      reason: { code: 'missing-token', detail: 'requires "x.none", which nobody provides' },
    });
    expect(kernel.plugin('other')?.state.kind).toBe('active');
  });

  it('takes along those that need it, each with the path to the cause', async () => {
    const plugins = [provider('top', 'x.top', ['x.middle']), provider('middle', 'x.middle', ['x.root']), broken('root', 'x.root')];
    const kernel = await createKernel(optionsFor(plugins).options);
    const detailOf = (id: string): unknown => {
      const state = kernel.plugin(id)?.state;
      return state?.kind === 'failed' ? state.reason.detail : state;
    };
    expect(detailOf('root')).toBe('boom');
    expect(detailOf('middle')).toBe('middle → root: boom');
    expect(detailOf('top')).toBe('top → middle → root: boom');
  });

  it('leaves those that need it only optionally running, without it', async () => {
    let given: unknown = 'untouched';
    const user = sourceOf(manifestOf('user', { optional: ['x.root'] }), {
      optional: tokens('x.root'),
      setup: ({ optional }) => {
        given = optional['x.root'];
      },
    });
    const kernel = await createKernel(optionsFor([user, broken('root', 'x.root')]).options);
    expect(kernel.plugin('user')?.state.kind).toBe('active');
    expect(given).toBeNull();
  });

  it('stops the boot when it says abort: the error names every failure and the others are stopped again', async () => {
    const stopped: string[] = [];
    const good = sourceOf(manifestOf('a-good'), { setup: () => () => void stopped.push('a-good') });
    const boot = createKernel(
      optionsFor([
        good,
        broken('vital', 'x.vital', { onFailure: 'abort' }),
        sourceOf(manifestOf('z', { requires: ['x.none'] }), { requires: tokens('x.none') }),
      ]).options,
    );
    await expect(boot).rejects.toThrow(KernelStartError);
    await expect(boot).rejects.toMatchObject({
      failures: ['plugin "vital": boom', 'plugin "z": requires "x.none", which nobody provides'],
    });
    expect(stopped).toEqual(['a-good']);
  });

  it('is off with a sentence when its setup never answers; what needs it too, and the rest runs', async () => {
    let answerAtLast = (): void => undefined;
    const happened: string[] = [];
    const stuck = sourceOf(manifestOf('a-stuck', { provides: ['x.stuck'] }), {
      setup: () =>
        new Promise((resolve) => {
          answerAtLast = () => resolve(() => void happened.push('taken back'));
        }),
    });
    const needy = sourceOf(manifestOf('b-needy', { requires: ['x.stuck'] }), { requires: tokens('x.stuck') });
    const after = (_: number, task: () => void): (() => void) => {
      const timer = setTimeout(task);
      return () => clearTimeout(timer);
    };
    const kernel = await createKernel(
      optionsFor([stuck, needy, sourceOf(manifestOf('c-other'))], { patience: { ms: 5_000, after } }).options,
    );
    const sentence = 'setup did not end within 5 s';
    expect(kernel.plugin('a-stuck')?.state).toEqual({ kind: 'failed', reason: { code: 'setup-failed', detail: sentence } });
    expect(kernel.plugin('b-needy')?.state).toMatchObject({ kind: 'failed', reason: { detail: `b-needy → a-stuck: ${sentence}` } });
    expect(kernel.plugin('c-other')?.state.kind).toBe('active');
    expect(kernel.service(token('x.stuck', ''))).toBeNull();
    answerAtLast();
    await new Promise((resolve) => setTimeout(resolve));
    expect(happened).toEqual(['taken back']);
  });

  it('loses no other plugin when its disposer throws', async () => {
    const stopped: string[] = [];
    const bad = sourceOf(manifestOf('b-bad'), {
      setup: () => () => {
        throw new Error('stuck');
      },
    });
    const good = sourceOf(manifestOf('a-good'), { setup: () => () => void stopped.push('a-good') });
    const { options, events } = optionsFor([good, bad]);
    const kernel = await createKernel(options);
    await kernel.dispose();
    expect(stopped).toEqual(['a-good']);
    expect(events).toContainEqual(expect.objectContaining({ type: 'hook-failed', pluginId: 'b-bad', hook: 'dispose' }));
  });

  it.each<[string, (context: SetupContext<TokenMap, TokenMap>) => void, RegExp]>([
    ['provides a token that its manifest does not name', ({ provide }) => provide(token('x.other', ''), 1), /"x\.other" in provides/],
    ['provides a token twice', ({ provide }) => void [1, 2].map((value) => provide(token('x.own', ''), value)), /twice/],
    ['provides nothing of what it promised', () => undefined, /without providing "x\.own"/],
    ['reads a contribution point that it does not open', ({ contributions }) => void contributions('chart.overlays'), /in points/],
  ])('is one that %s', async (_, setup, detail) => {
    const kernel = await createKernel(
      optionsFor([sourceOf(manifestOf('alpha', { provides: ['x.own'] }), { setup: (context) => void setup(context) })]).options,
    );
    expect(kernel.plugin('alpha')?.state).toMatchObject({
      kind: 'failed',
      reason: { code: 'setup-failed', detail: expect.stringMatching(detail) },
    });
    expect(kernel.service(token('x.own', ''))).toBeNull();
  });

  it('cannot provide after its setup', async () => {
    let late: (() => void) | undefined;
    const plugin = sourceOf(manifestOf('alpha', { provides: ['x.own'] }), {
      setup: ({ provide }) => {
        provide(token('x.own', ''), 1);
        late = () => provide(token('x.own', ''), 2);
      },
    });
    await createKernel(optionsFor([plugin]).options);
    expect(late).toThrow(/before setup ends/);
  });
});

describe('hooks', () => {
  it('that take longer than 100 ms are reported', async () => {
    let nowMs = 0;
    const slow = sourceOf(manifestOf('slow'), {
      setup: () => {
        nowMs += 150;
      },
    });
    const { options, events } = optionsFor([slow, sourceOf(manifestOf('quick'))], { nowMs: () => nowMs });
    const kernel = await createKernel(options);
    expect(events).toEqual([{ type: 'hook-slow', pluginId: 'slow', hook: 'setup', elapsedMs: 150 }]);
    expect(kernel.plugin('slow')?.setupMs).toBe(150);
  });

  it.each([
    [3_000, []],
    [3_001, [{ type: 'hook-slow', pluginId: 'far', hook: 'load', elapsedMs: 3_001 }]],
  ])('that fetch code wait for the network, so they are reported after three seconds: %i ms', async (elapsedMs, reported) => {
    let nowMs = 0;
    const load = async () => {
      nowMs += elapsedMs;
      return { plugin: {} };
    };
    const { options, events } = optionsFor([sourceOf(manifestOf('far'), {}, { load })], { nowMs: () => nowMs });
    await createKernel(options);
    expect(events).toEqual(reported);
  });
});
