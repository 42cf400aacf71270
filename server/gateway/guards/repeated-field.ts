const colon = 58;
const backslash = 92;

/**
 * The first field that an object of this JSON has twice, or null; `value` is what was parsed from it. `JSON.parse` keeps the last of
 * two, so that an order is one of 5 where a proxy or a log before us has read 0.01.
 */
export function repeatedField(json: string, value: unknown): { readonly field: string; readonly rule: string } | null {
  // Counting is cheap and finds that there is one; only then is it looked for.
  let written = 0;
  eachText(json, (_from, _to, isName) => {
    if (isName) written++;
  });
  return written === fieldsOf(value) ? null : { field: nameRepeatedIn(json).slice(0, 80), rule: 'must not be repeated' };
}

function fieldsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) for (const item of value) count += fieldsOf(item);
  else for (const item of Object.values(value)) count += 1 + fieldsOf(item);
  return count;
}

function nameRepeatedIn(json: string): string {
  const open: Set<string>[] = [];
  let behind = 0;
  let repeated: string | null = null;
  eachText(json, (from, to, isName) => {
    for (const sign of json.slice(behind, from)) {
      if (sign === '{') open.push(new Set());
      else if (sign === '}') open.pop();
    }
    behind = to;
    if (!isName) return;
    const name = JSON.parse(json.slice(from, to)) as string;
    if (open.at(-1)?.has(name)) repeated ??= name;
    open.at(-1)?.add(name);
  });
  return repeated ?? '';
}

/** Tells where each text begins and ends, quotes included, and whether it is the name of a field: valid JSON has no other before a colon. */
function eachText(json: string, tell: (from: number, to: number, isName: boolean) => void): void {
  for (let from = json.indexOf('"'); from >= 0; ) {
    let end = json.indexOf('"', from + 1);
    while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
    let next = end + 1;
    // JSON's white space: space, tab and line breaks.
    while (json.charCodeAt(next) <= 32) next++;
    tell(from, end + 1, json.charCodeAt(next) === colon);
    from = json.indexOf('"', next);
  }
}

/** Behind an odd number of backslashes. */
function isEscaped(json: string, at: number): boolean {
  let before = at;
  while (json.charCodeAt(before - 1) === backslash) before--;
  return (at - before) % 2 === 1;
}
