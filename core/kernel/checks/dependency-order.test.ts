import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DependencyNode, orderByDependency } from './dependency-order.ts';

/** Any graph, circles included. */
const graphs: fc.Arbitrary<readonly DependencyNode[]> = fc.integer({ min: 1, max: 8 }).chain((size) => {
  const ids = Array.from({ length: size }, (_, index) => `n${index}`);
  return fc.tuple(...ids.map((id) => fc.subarray(ids, { maxLength: Math.min(3, size) }).map((after) => ({ id, after }))));
});

/** Nodes from which `id` can be reached again, found the slow way. */
function isOnCircle(nodes: readonly DependencyNode[], id: string): boolean {
  const after = new Map(nodes.map((node) => [node.id, node.after]));
  const seen = new Set<string>();
  const open = [...(after.get(id) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === id) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(after.get(next) ?? []));
  }
  return false;
}

describe('ordering by dependency', () => {
  it('puts every node after all of its dependencies', () => {
    fc.assert(
      fc.property(graphs, (nodes) => {
        const { order } = orderByDependency(nodes);
        const after = new Map(nodes.map((node) => [node.id, node.after]));
        order.forEach((id, index) => {
          for (const dependency of after.get(id) ?? []) expect(order.indexOf(dependency)).toBeLessThan(index);
          expect(order).toContain(id);
        });
      }),
    );
  });

  it('finds a circle exactly when there is one, and every path it gives is one', () => {
    fc.assert(
      fc.property(graphs, (nodes) => {
        const { order, cycles } = orderByDependency(nodes);
        expect(cycles.length > 0).toBe(nodes.some(({ id }) => isOnCircle(nodes, id)));
        if (cycles.length === 0) expect([...order].sort()).toEqual(nodes.map(({ id }) => id).sort());
        const after = new Map(nodes.map((node) => [node.id, node.after]));
        for (const path of cycles) {
          expect(path[0]).toBe(path.at(-1));
          path.slice(1).forEach((id, index) => {
            expect(after.get(path[index] ?? '')).toContain(id);
          });
        }
      }),
    );
  });

  it('does not depend on the order of the input', () => {
    const shuffled = graphs.chain((nodes) => fc.tuple(fc.constant(nodes), fc.shuffledSubarray([...nodes], { minLength: nodes.length })));
    fc.assert(
      fc.property(shuffled, ([nodes, other]) => {
        expect(orderByDependency(other)).toEqual(orderByDependency(nodes));
      }),
    );
  });

  it('ignores ids that are no node', () => {
    expect(orderByDependency([{ id: 'a', after: ['elsewhere'] }])).toEqual({ order: ['a'], cycles: [] });
  });
});
