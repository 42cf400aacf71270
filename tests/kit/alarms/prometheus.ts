/** Enough of Prometheus to hold what is written for it against what a server exports: structure of expressions, names of metrics, no values. */

const functions = new Set(['absent', 'histogram_quantile', 'increase', 'predict_linear', 'rate', 'time', 'vector']);
const aggregations = new Set(['sum', 'min', 'max', 'count', 'avg', 'topk']);
const operators = new Set(['+', '-', '*', '/', '==', '!=', '>', '<', '>=', '<=', 'and', 'or', 'unless']);
const tokenPattern = /\s*(?:([a-zA-Z_:][\w:]*)|(\d+(?:\.\d+)?)|("(?:[^"\\]|\\.)*")|(==|!=|>=|<=|=~|!~|[-+*/<>=(){}[\],]))/y;

/** Names of the metrics in an expression. Throws with a sentence where it is none, or uses what is not known here. */
export function metricsIn(expression: string): readonly string[] {
  const tokens = tokensOf(expression);
  const found: string[] = [];
  let at = 0;
  const fail = (wanted: string): never => {
    throw new Error(`${expression}: ${wanted} wanted in place of ${tokens[at] ?? 'the end'}`);
  };
  const take = (wanted: string): void => {
    if (tokens[at] !== wanted) fail(`"${wanted}"`);
    at++;
  };
  const name = (): string => {
    const token = tokens[at] ?? '';
    if (!/^[a-zA-Z_:]/.test(token)) fail('a name');
    at++;
    return token;
  };
  const list = (close: string, one: () => void): void => {
    while (tokens[at] !== close) {
      one();
      if (tokens[at] !== close) take(',');
    }
    take(close);
  };
  const matcher = (): void => {
    name();
    if (!['=', '!=', '=~', '!~'].includes(tokens[at] ?? '')) fail('a matcher');
    at++;
    if (!tokens[at]?.startsWith('"')) fail('a text');
    at++;
  };
  const labels = (): void => {
    if (tokens[at] !== 'by' && tokens[at] !== 'without') return;
    at++;
    take('(');
    list(')', () => void name());
  };
  const metric = (word: string): void => {
    found.push(word);
    if (tokens[at] === '{') {
      at++;
      list('}', matcher);
    }
    if (tokens[at] === '[') {
      at++;
      if (!/^\d/.test(tokens[at] ?? '')) fail('a duration');
      at++;
      if (!['s', 'm', 'h', 'd'].includes(tokens[at] ?? '')) fail('the unit of a duration');
      at++;
      take(']');
    }
  };
  const value = (): void => {
    const token = tokens[at] ?? '';
    if (/^[\d"]/.test(token)) {
      at++;
    } else if (token === '(') {
      at++;
      whole();
      take(')');
    } else {
      const word = name();
      if (functions.has(word) || aggregations.has(word)) {
        if (aggregations.has(word)) labels();
        take('(');
        list(')', whole);
        if (aggregations.has(word)) labels();
      } else if (tokens[at] === '(') fail(`a function that is known, not ${word},`);
      else metric(word);
    }
  };
  const whole = (): void => {
    value();
    while (operators.has(tokens[at] ?? '')) {
      at++;
      value();
    }
  };
  whole();
  if (at < tokens.length) fail('an operator');
  return [...new Set(found)];
}

function tokensOf(expression: string): readonly string[] {
  const tokens: string[] = [];
  tokenPattern.lastIndex = 0;
  const text = expression.trim();
  while (tokenPattern.lastIndex < text.length) {
    const from = tokenPattern.lastIndex;
    const found = tokenPattern.exec(text);
    if (found === null) throw new Error(`${expression}: nothing begins with ${text.slice(from, from + 10)}`);
    tokens.push(found[0].trim());
  }
  return tokens;
}

/** Names that a text of `/metrics` has, those that Prometheus makes of a histogram among them. */
export function exportedNames(metrics: string): ReadonlySet<string> {
  return new Set(
    [...metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
    ),
  );
}

/** Anchors of the headings of a Markdown text. */
export const anchorsOf = (markdown: string): readonly string[] =>
  [...markdown.matchAll(/^#{2,4} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  );
