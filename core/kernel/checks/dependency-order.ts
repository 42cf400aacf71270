/** A thing and the ids that must come before it. Ids that are no node are ignored. */
export interface DependencyNode {
  readonly id: string;
  readonly after: readonly string[];
}

export interface DependencyOrder {
  /** Every node outside a cycle's reach, dependencies first; ties in order of id, so the order never depends on the input's. */
  readonly order: readonly string[];
  /** One closed path for each cycle found: `['a', 'b', 'a']`. */
  readonly cycles: readonly (readonly string[])[];
}

/** Depth-first ordering that gives the path of a cycle instead of failing at it. */
export function orderByDependency(nodes: readonly DependencyNode[]): DependencyOrder {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const order: string[] = [];
  const cycles: string[][] = [];
  const done = new Map<string, 'ordered' | 'cyclic'>();
  const path: string[] = [];

  const visit = (id: string): boolean => {
    const known = done.get(id);
    if (known !== undefined) return known === 'ordered';
    const open = path.indexOf(id);
    if (open >= 0) {
      cycles.push([...path.slice(open), id]);
      return false;
    }
    path.push(id);
    let clean = true;
    for (const dependency of [...new Set(byId.get(id)?.after)].sort()) {
      if (byId.has(dependency)) clean = visit(dependency) && clean;
    }
    path.pop();
    done.set(id, clean ? 'ordered' : 'cyclic');
    if (clean) order.push(id);
    return clean;
  };

  for (const id of [...byId.keys()].sort()) visit(id);
  return { order, cycles };
}
