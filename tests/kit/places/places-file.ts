import { writeFileSync } from 'node:fs';

/** What a database of places says of one address of IPv4. */
export type PlaceRows = Readonly<Record<string, { readonly country: string; readonly city?: string }>>;

type Told = string | number | { readonly [key: string]: Told };
/** A node of the tree of bits: on either side a further one, a place, or nothing. */
type Side = Node | Told | null;
interface Node {
  readonly sides: [Side, Side];
}
const isNode = (side: Side): side is Node => typeof side === 'object' && side !== null && 'sides' in side;

/** Writes a database in MaxMind's format (https://maxmind.github.io/MaxMind-DB/) that knows these addresses and no other. */
export function writePlaces(path: string, rows: PlaceRows, database_type = 'Test-City'): void {
  const root: Node = { sides: [null, null] };
  for (const [ip, { country, city }] of Object.entries(rows)) {
    const told: Told = { country: { iso_code: country }, ...(city === undefined ? {} : { city: { names: { en: city } } }) };
    add(root, ip, told);
  }
  const nodes = nodesOf(root);
  const data: Buffer[] = [];
  const recordOf = (side: Side): number => {
    if (side === null) return nodes.length;
    if (isNode(side)) return nodes.indexOf(side);
    const at = data.reduce((length, one) => length + one.length, 0);
    data.push(encoded(side));
    return nodes.length + 16 + at;
  };
  const tree = Buffer.concat(nodes.flatMap(({ sides }) => sides.map((side) => uint(recordOf(side), 3))));
  const facts = { node_count: nodes.length, record_size: 24, ip_version: 4, binary_format_major_version: 2, database_type };
  const marker = Buffer.from('\u00ab\u00cd\u00efMaxMind.com', 'latin1');
  writeFileSync(path, Buffer.concat([tree, Buffer.alloc(16), ...data, marker, encoded(facts)]));
}

function add(root: Node, ip: string, told: Told): void {
  const bits = ip.split('.').flatMap((part) => [...Number(part).toString(2).padStart(8, '0')].map((bit) => (bit === '1' ? 1 : 0)));
  let node = root;
  for (const bit of bits.slice(0, -1)) {
    const next = node.sides[bit];
    const deeper: Node = isNode(next ?? null) ? (next as Node) : { sides: [null, null] };
    node.sides[bit] = deeper;
    node = deeper;
  }
  node.sides[bits.at(-1) ?? 0] = told;
}

const nodesOf = (node: Node): readonly Node[] => [node, ...node.sides.filter(isNode).flatMap(nodesOf)];

const uint = (value: number, bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

/** Maps are of kind 7, texts of 2, whole numbers of 6; none here is longer than 28. */
function encoded(told: Told): Buffer {
  if (typeof told === 'number') return Buffer.concat([uint((6 << 5) | 4, 1), uint(told, 4)]);
  if (typeof told === 'string') return Buffer.concat([uint((2 << 5) | Buffer.byteLength(told), 1), Buffer.from(told)]);
  const entries = Object.entries(told);
  return Buffer.concat([uint((7 << 5) | entries.length, 1), ...entries.flatMap(([key, value]) => [encoded(key), encoded(value)])]);
}
