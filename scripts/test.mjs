/**
 * `npm test`: every check of the product, from the formatter to the browser journeys. Goes on after a failed step, so that
 * one run shows all that is wrong. Last line: `N passed, N failed` (`, N skipped`). `npm test -- --nightly` fuzzes a million
 * operations and kills the server fifty times, alone and as one of two. Tests that read recordings use those that the repository makes itself; with
 * TESSERA_RECORDINGS they run on the folder that it names too, and `--recorded` runs them alone.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensureChromium } from './kit/chromium.mjs';
import { closingLines } from './kit/closing-lines.mjs';
import { readCommandLine } from './kit/command-line.mjs';
import { memoryFolder } from './kit/memory-folder.mjs';
import { buildProduct, installPackages, requireNode, root, run } from './kit/prepare.mjs';

const usage = `npm test [-- --nightly | --recorded]

  --nightly    fuzz a million operations, kill the server fifty times, alone and as one of two
  --recorded   only the tests that read recordings: those made here, and those that TESSERA_RECORDINGS names`;
const flag = { type: 'boolean', default: false };
const { nightly, recorded } = readCommandLine(usage, { options: { nightly: flag, recorded: flag } }).values;
const totals = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
const results = join(root, 'test-results');
const bin = (...path) => join(root, 'node_modules', ...path);
const node = (args, env) => run(process.execPath, args, env);

requireNode();
process.chdir(root);
const inMemory = memoryFolder();
if (inMemory !== null) process.env.TMPDIR = inMemory;
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

step('install packages', installPackages);
if (recorded) suite('tests that read recordings', () => vitest(['.recorded.test.']));
else everything();

for (const failure of failures) console.error(`failed: ${failure}`);
for (const line of closingLines(totals, process.env.TESSERA_RECORDINGS)) console.log(line);
process.exit(totals.failed === 0 ? 0 : 1);

function everything() {
  // Without the rules of who imports whom, of which tests/architecture reads every import and which made this ten times as long.
  const plainly = ['--error-on-warnings', '--config-path', 'biome.plain.json'];
  step('format and lint', () => node([bin('@biomejs', 'biome', 'bin', 'biome'), 'ci', ...plainly, '.']) === 0);
  step('types', () => node([bin('typescript', 'bin', 'tsc'), '--noEmit']) === 0);
  step('build', buildProduct);
  suite('unit, contract, architecture and integration tests', () => vitest([]));
  step(
    'chaos: killed under load, nothing acknowledged is lost',
    () => node(['--import', 'tsx', 'scripts/chaos.ts', '--rounds', nightly ? '50' : '5']) === 0,
  );
  suite('journeys in the browser', playwright);
}

/** A check that passes or fails as a whole. */
function step(name, check) {
  announce(name);
  record(name, check() ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 });
}

/** A runner with many tests; a runner that dies without a report is one failure. */
function suite(name, runner) {
  announce(name);
  const { ok, counts } = runner();
  if (!ok && counts.failed === 0) counts.failed = 1;
  record(name, counts);
}

function announce(name) {
  console.log(`\n── ${name}`);
}

function record(name, counts) {
  totals.passed += counts.passed;
  totals.failed += counts.failed;
  totals.skipped += counts.skipped;
  if (counts.failed > 0) failures.push(`${name} (${counts.failed})`, ...(counts.names ?? []));
}

/** `names`: parts of the paths of the files that run; all of them without. */
function vitest(names) {
  const report = join(results, 'vitest.json');
  const ok =
    node(
      [bin('vitest', 'vitest.mjs'), 'run', ...names, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      nightly ? { TESSERA_FUZZ_OPS: '1000000', TESSERA_FAILOVERS: '50', TESSERA_PROPERTY_SEED: String(Date.now() % 2 ** 31) } : {},
    ) === 0;
  const data = readReport(report);
  return {
    ok,
    counts: {
      passed: data?.numPassedTests ?? 0,
      failed: data?.numFailedTests ?? 0,
      skipped: (data?.numPendingTests ?? 0) + (data?.numTodoTests ?? 0),
      names: failedTests(data),
    },
  };
}

/** A line for each test that failed, so that the end of a long log says which and why. */
function failedTests(report) {
  return (report?.testResults ?? []).flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    const lines = failed.map((test) => [test.fullName, test.failureMessages[0] ?? '']);
    if (file.status === 'failed' && failed.length === 0) lines.push(['the file as a whole', file.message]);
    return lines.map(([what, why]) => `  ${relative(root, file.name)} › ${what}: ${why.split('\n', 1)[0]}`);
  });
}

function playwright() {
  if (ensureChromium() === null) return { ok: false, counts: { passed: 0, failed: 1, skipped: 0 } };
  const report = join(results, 'playwright.json');
  const ok =
    node([bin('@playwright', 'test', 'cli.js'), 'test', '--config', 'e2e/playwright.config.ts'], {
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    }) === 0;
  const stats = readReport(report)?.stats;
  return {
    ok,
    counts: { passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0), failed: stats?.unexpected ?? 0, skipped: stats?.skipped ?? 0 },
  };
}

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}
