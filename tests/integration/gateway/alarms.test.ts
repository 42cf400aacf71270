import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readSource } from '../../architecture/reading/source-files.ts';
import { anchorsOf, exportedNames, metricsIn } from '../../kit/alarms/prometheus.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}
interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
  readonly fieldConfig?: { readonly defaults: { readonly unit?: string } };
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
}

/** Of Prometheus itself, about whether it reaches a server. */
const own = ['up'];

const { groups } = parse(readSource('docs/operations/alert-rules.yml')) as {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(readSource('docs/operations/grafana-dashboard.json')) as {
  readonly uid: string;
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] };
};
const charts = dashboard.panels.filter(({ type }) => type !== 'row');
/** As Grafana puts its variables in. */
const filledIn = (expr: string): string => expr.replaceAll('$__rate_interval', '1m').replaceAll('$job', 'tessera');

let server: TestServer;
let exported: ReadonlySet<string>;
let text: string;
beforeAll(async () => {
  const plugins = ['venue-house', 'service-money', 'service-outbox', 'service-operations'].map(pluginSource);
  server = await startTestServer({ plugins, processFigures: true });
  text = await (await fetch(`${server.url}/metrics`)).text();
  exported = exportedNames(text);
}, 120_000);
afterAll(() => server?.close());

const unknownIn = (expr: string): readonly string[] => metricsIn(expr).filter((name) => !exported.has(name) && !own.includes(name));

describe('alarms', () => {
  it.each(
    rules.map((rule) => [rule.alert, rule] as const),
  )('%s names what a server exports, and a heading that says what to do', (_, rule) => {
    expect(unknownIn(rule.expr)).toEqual([]);
    expect(rule.for ?? '1m').toMatch(/^\d+[smh]$/);
    expect(['page', 'ticket']).toContain(rule.labels.severity);
    expect(rule.annotations.summary.length).toBeGreaterThan(10);
    const [file, anchor] = rule.annotations.runbook.split('#');
    expect([file, anchorsOf(readSource('docs/operations.md')).includes(anchor ?? '')]).toEqual(['docs/operations.md', true]);
  });

  it('are about every thing that may wake somebody, each once', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    const used = new Set(rules.flatMap(({ expr }) => metricsIn(expr)));
    for (const name of [
      'up',
      'tessera_trading',
      'tessera_check',
      'tessera_venue_up',
      'tessera_database_up',
      'tessera_database_lag_seconds',
    ])
      expect([name, used.has(name)]).toEqual([name, true]);
  });

  it('find checks on the page whose headings are there too', async () => {
    const { checks } = await (await server.signIn('admin')).call('operationsNow');
    const anchors = anchorsOf(readSource('docs/operations.md'));
    expect(checks.length).toBeGreaterThan(9);
    expect(checks.flatMap(({ anchor }) => (anchor === null || anchors.includes(anchor) ? [] : [anchor]))).toEqual([]);
    for (const { owner, id } of checks) expect(text).toContain(`tessera_check{owner="${owner}",check="${id}"} 0`);
  });
});

describe('the dashboard of Grafana', () => {
  it.each(charts.map((panel) => [panel.title, panel] as const))('%s shows what a server exports, with its unit', (_, panel) => {
    expect(panel.targets?.length).toBeGreaterThan(0);
    expect(panel.targets?.flatMap(({ expr }) => unknownIn(filledIn(expr)))).toEqual([]);
    expect(panel.fieldConfig?.defaults.unit).toBeTruthy();
  });

  it('can be imported: it has an id of its own, asks for the Prometheus, and no panel lies on another', () => {
    expect(dashboard.uid).toBe('tessera-operations');
    expect(dashboard.templating.list.map(({ name, type }) => `${name} ${type}`)).toEqual(['datasource datasource', 'job query']);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    const over = dashboard.panels.flatMap((one, at) =>
      dashboard.panels.slice(at + 1).filter((other) => {
        const [a, b] = [one.gridPos, other.gridPos];
        return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
      }),
    );
    expect(over).toEqual([]);
    expect(dashboard.panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
  });
});

describe('what holds them', () => {
  it('refuses expressions that are none, and names of nobody', () => {
    for (const wrong of ['sum(', 'rate(a[5m)', 'a >', 'a b', 'nothing(a)', 'a{b}', 'sum by exchange (a)', 'a[5]'])
      expect(() => metricsIn(wrong), wrong).toThrow();
    expect(metricsIn('histogram_quantile(0.9, sum by (le) (rate(a_bucket{x="y"}[5m]))) > 1 or b == 0')).toEqual(['a_bucket', 'b']);
    expect(unknownIn('tessera_nothing > 1')).toEqual(['tessera_nothing']);
  });

  it('gives nobody the figures but the machine itself', async () => {
    const forwarded = await fetch(`${server.url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.5' } });
    expect(forwarded.status).toBe(403);
  });
});
