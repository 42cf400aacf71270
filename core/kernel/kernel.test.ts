import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { token } from '../contract/token.ts';
import { createKernel } from './index.ts';
import { manifestOf, optionsFor, sourceOf } from './kernel-fixture.ts';
import { hostService, perPlugin } from './plugin-source.ts';

const GREETER = token<{ greet(): string }>('test.greeter', 'Greets');
const NAME = token<string>('test.name', 'Name of the plugin that asks');

describe('a starting kernel', () => {
  it('hands a plugin the services that it names, those made for it alone included', async () => {
    const seen: string[] = [];
    const plugin = sourceOf(manifestOf('alpha', { requires: ['test.greeter', 'test.name'] }), {
      requires: { greeter: GREETER, name: NAME },
      setup({ services }) {
        const { greeter, name } = services as { greeter: { greet(): string }; name: string };
        seen.push(greeter.greet(), name);
      },
    });
    const services = [hostService(GREETER, { greet: () => 'hello' }), perPlugin(NAME, (pluginId) => `log of ${pluginId}`)];
    const kernel = await createKernel(optionsFor([plugin], { services }).options);
    expect(kernel.plugin('alpha')?.state).toEqual({ kind: 'active' });
    expect(seen).toEqual(['hello', 'log of alpha']);
  });

  it('gives null for an optional service that nobody provides', async () => {
    let given: unknown = 'untouched';
    const plugin = sourceOf(manifestOf('alpha', { optional: ['test.greeter'] }), {
      optional: { greeter: GREETER },
      setup: ({ optional }) => {
        given = optional.greeter;
      },
    });
    await createKernel(optionsFor([plugin]).options);
    expect(given).toBeNull();
  });

  it('sets plugins up after what they depend on and disposes all of them in reverse order, whatever the graph', async () => {
    const graphs = fc.integer({ min: 1, max: 9 }).chain((size) =>
      fc.record({
        edges: fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 16 }),
        ids: fc.shuffledSubarray(
          Array.from({ length: size }, (_, index) => `p${index}`),
          { minLength: size },
        ),
      }),
    );
    await fc.assert(
      fc.asyncProperty(graphs, async ({ edges, ids }) => {
        const started: string[] = [];
        const stopped: string[] = [];
        // An edge from the larger to the smaller index cannot close a circle.
        const needs = (index: number) => [...new Set(edges.filter(([a, b]) => a === index && b < a).map(([, b]) => `p${b}.service`))];
        const plugins = ids.map((id) => {
          const requires = needs(Number(id.slice(1)));
          return sourceOf(manifestOf(id, { requires, provides: [`${id}.service`] }), {
            requires: Object.fromEntries(requires.map((name) => [name, token(name, '')])),
            setup(context) {
              expect(Object.values(context.services)).toEqual(requires);
              started.push(id);
              context.provide(token<string>(`${id}.service`, ''), `${id}.service`);
              return () => {
                stopped.push(id);
              };
            },
          });
        });
        const kernel = await createKernel(optionsFor(plugins).options);
        for (const [from, to] of edges) if (to < from) expect(started.indexOf(`p${to}`)).toBeLessThan(started.indexOf(`p${from}`));
        expect(started).toHaveLength(ids.length);
        await kernel.dispose();
        expect(stopped).toEqual([...started].reverse());
        expect(kernel.service(token('p0.service', ''))).toBeNull();
      }),
      { numRuns: 60 },
    );
  });
});
