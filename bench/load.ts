import { ClientBundle, entries, strategyForm } from '../tests/kit/client-bundle.ts';
import { type OpenDashboard, openBrowser, waitForPanels } from './browser/open-dashboard.ts';
import { leaveAndReturn, openGrid } from './browser/panel-grid.ts';
import { type Figure, figure, printWhenMain } from './figure.ts';

const visits = 5;

/** What a browser must load, how soon the dashboard shows something, and how long layouts of 20 and 30 panels take. */
export async function run(): Promise<Figure[]> {
  // The first builds what the second reads.
  const elapsed = await times();
  return [...sizes(), ...elapsed];
}

function sizes(): Figure[] {
  const bundle = ClientBundle.read();
  if (bundle === null) throw new Error('the client has not been built');
  const shell = bundle.closure(...entries.dashboard);
  return [
    figure('load: login page, script', bundle.kilobytes(bundle.closure(...entries.login)), 'kB Brotli'),
    figure('load: dashboard shell, script', bundle.kilobytes(shell), 'kB Brotli'),
    figure('load: all panels with their charts, script', bundle.kilobytes(bundle.added('panels', shell)), 'kB Brotli'),
    figure('load: frame of a package, script', bundle.kilobytes(bundle.frame, 'gz'), 'kB gzip'),
    figure(
      'load: strategy form, script',
      bundle.kilobytes(bundle.added(strategyForm.source, bundle.closure(...strategyForm.beside))),
      'kB Brotli',
    ),
  ];
}

async function times(): Promise<Figure[]> {
  const dashboard = await openBrowser([200, 20]);
  try {
    const { page, http } = dashboard;
    const first: number[] = [];
    for (let visit = 0; visit < visits; visit++) {
      await page.goto('about:blank');
      await dashboard.cdp.send('Network.clearBrowserCache');
      const from = performance.now();
      await page.goto(`${http.url}/dashboard`, { waitUntil: 'commit' });
      await waitForPanels(page);
      first.push(performance.now() - from);
    }
    const twenty = await restored(dashboard, 20);
    const thirty = await restored(dashboard, 30);
    return [
      figure('load: first meaningful paint of the dashboard, cold', median(first), 'ms'),
      figure('load: 20 panels restored and painted', twenty, 'ms'),
      figure('load: 30 panels restored and painted', thirty, 'ms'),
    ];
  } finally {
    await dashboard.close();
  }
}

/** Median time in ms from coming back to a layout until all its panels have painted; their code is loaded already. */
async function restored(dashboard: OpenDashboard, panels: number): Promise<number> {
  await openGrid(dashboard, panels);
  const times: number[] = [];
  for (let visit = 0; visit < visits; visit++) times.push(await leaveAndReturn(dashboard));
  return median(times);
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

await printWhenMain(import.meta.url, run);
