/**
 * Names that the product gives to workspaces, in all of its languages. A workspace keeps the one that it was made with, as any name; nothing
 * but the name says that nobody has given it another.
 */
export const givenNames = {
  'workspace.first': ['Trade', '交易'],
  'workspace.another': ['Workspace', '工作区', '工作區'],
  'workspace.ai': ['AI dashboard', '智能交易台', '智慧交易台'],
  'workspace.ready.scalper': ['Scalper', '超短线', '極短線'],
  'workspace.ready.swing': ['Swing trader', '波段交易'],
  'workspace.ready.arbitrage': ['Arbitrage', '套利'],
  'workspace.ready.maker': ['Market maker', '做市', '造市'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

const keys = new Map<string, string>(Object.entries(givenNames).flatMap(([key, names]) => names.map((name) => [name, key] as const)));

/** A workspace's name as its reader sees it: one that the product gave, with the number behind it, in their language, any other as it is. */
export function workspaceTitle(name: string, t: (key: string) => string): string {
  const { bare = name, number = '' } = /^(?<bare>.*?)(?<number> \(?\d+\)?)?$/.exec(name)?.groups ?? {};
  const key = keys.get(bare);
  return key === undefined ? name : `${t(key)}${number}`;
}
