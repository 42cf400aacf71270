import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { biomeRooms } from './import-rules/biome-rooms.ts';

/**
 * Who may import whom: the one table. Lint rules are generated from it (`node --import tsx scripts/import-rules.ts --write`)
 * and tests/architecture/import-rules.test.ts reads every import of the repository against it.
 */
export interface ImportRule {
  /** Name of the room, in messages and in other rooms' lists. */
  readonly room: string;
  /** Globs of its files, `*` within one folder and `**` across. The first rule that matches a file owns it. */
  readonly files: readonly string[];
  /** Rooms besides itself. */
  readonly rooms: readonly string[];
  /** Packages, `scope/*` for all of a scope, `node:*` for Node's own modules. */
  readonly packages: readonly string[];
  /** Packages of which only types may be used. */
  readonly typePackages?: readonly string[];
  /** Where the thing belongs instead; the lint message ends with it. */
  readonly hint: string;
}

const inward = ['core/contract', 'core/domain', 'schemas'] as const;
const shell = [...inward, 'core/kernel', 'core/client', 'core/ui'] as const;
const react = ['react', 'react-dom', 'mobx', 'mobx-react-lite', 'react-i18next', '@fluentui/*', '@tanstack/react-virtual'] as const;

/** Not bound by the table: they look at the product from outside. */
export const freeFiles: readonly string[] = [
  'tests/**',
  'e2e/**',
  'bench/**',
  'scripts/**',
  '**/*.test.ts',
  '**/*.test.tsx',
  '*.config.ts',
];

export const importRules: readonly ImportRule[] = [
  {
    room: 'core/domain',
    files: ['core/domain/**'],
    rooms: [],
    packages: [],
    hint: 'core/domain holds pure words and tables; what needs more belongs in the room that uses it',
  },
  {
    room: 'schemas',
    files: ['schemas/**'],
    rooms: ['core/domain'],
    packages: ['@sinclair/typebox'],
    hint: 'schemas are data for client and server alike; code belongs in the room that uses it, types for plugins in core/contract',
  },
  {
    room: 'core/contract',
    files: ['core/contract/**'],
    rooms: ['core/domain', 'schemas'],
    packages: [],
    typePackages: ['react', 'mobx'],
    hint: 'core/contract is what plugins rely on; implementations belong in core/client, app or server, behind a token',
  },
  {
    room: 'core/kernel',
    files: ['core/kernel/**'],
    rooms: inward,
    packages: ['inversify', 'reflect-metadata', 'semver', 'ajv'],
    typePackages: ['react'],
    hint: 'the kernel runs in browser and server and knows neither; the host passes what it needs in KernelOptions',
  },
  {
    room: 'core/simulation',
    files: ['core/simulation/**'],
    rooms: ['core/contract', 'core/domain'],
    packages: [],
    hint: 'core/simulation is what recorded markets answer to orders, the same for replays and for strategies; files come as Recordings',
  },
  {
    room: 'core/replica',
    files: ['core/replica/**'],
    rooms: ['core/contract', 'core/domain'],
    packages: [],
    hint: 'core/replica is what a venue knows of an exchange elsewhere; how it is reached belongs in the plugin of the venue',
  },
  {
    room: 'core/report',
    files: ['core/report/**'],
    rooms: ['core/contract', 'core/domain', 'schemas'],
    packages: [],
    hint: 'core/report writes results as text from plain data, in the browser and on the command line alike; words and files come from the caller',
  },
  {
    room: 'core/client',
    files: ['core/client/**'],
    rooms: inward,
    packages: ['mobx', 'i18next'],
    hint: 'core/client holds browser services behind tokens, without React: components belong in core/ui or app, plugins in core/kernel',
  },
  {
    room: 'core/islands',
    files: ['core/islands/**'],
    rooms: ['core/contract', 'core/domain'],
    packages: [],
    hint: 'core/islands is what islands of several plugins share: small, plain code of the browser; what is drawn belongs in core/ui/site',
  },
  {
    room: 'core/ui',
    files: ['core/ui/**'],
    rooms: ['core/contract', 'core/domain', 'core/islands'],
    packages: [...react, 'echarts', 'qr', '@simplewebauthn/browser'],
    hint: 'core/ui holds building blocks that panels share; services reach it as props, by tokens of core/contract',
  },
  {
    room: 'app/layout',
    files: ['app/layout/**'],
    rooms: [...shell, 'app'],
    packages: [...react, 'golden-layout'],
    hint: 'app/layout is the only importer of golden-layout and needs nothing else; forms belong in app/forms, plugins come through the kernel',
  },
  {
    room: 'app/forms',
    files: ['app/forms/**'],
    rooms: [...shell, 'app'],
    packages: [...react, '@rjsf/*', '@cfworker/json-schema'],
    hint: 'app/forms is the only importer of rjsf; plugins ask for a form by schema, through a token of core/contract',
  },
  {
    room: 'app/site',
    files: ['app/site/**'],
    rooms: [...inward, 'core/kernel', 'core/client', 'core/ui', 'app'],
    packages: ['react', 'react-dom', 'i18next', 'altcha-lib'],
    hint: 'app/site draws the public pages when the product is built, and what a browser loads of it stays small; pages belong in plugins',
  },
  {
    room: 'app',
    files: ['app/**'],
    rooms: [...shell, 'app/layout', 'app/forms'],
    packages: [...react, 'i18next', 'react-router-dom', '@cfworker/json-schema', 'pinyin-pro', 'penpal', 'altcha-lib'],
    hint: 'the shell gets plugins through the kernel, layout through app/layout and forms through app/forms',
  },
  {
    room: 'params',
    files: ['plugins/*/params.ts', 'plugins/_templates/*/params.ts'],
    rooms: inward,
    packages: ['@sinclair/typebox'],
    hint: 'params.ts is a schema; shared fields belong in schemas',
  },
  {
    room: 'plugin server',
    files: ['plugins/*/server.ts', 'plugins/_templates/*/server.ts'],
    rooms: [...inward, 'core/replica', 'core/simulation', 'plugins', 'strategy', 'params'],
    packages: ['@sinclair/typebox'],
    hint: 'server.ts reaches network, clock, log and files through tokens of core/contract only',
  },
  {
    room: 'strategy',
    // Whatever a helper is called: in the folder of a strategy all is pure but server.ts, params.ts and what it shows.
    files: ['plugins/*/strategy.ts', 'plugins/*/strategy-*.ts', 'plugins/strategy-*/*.ts', 'plugins/_templates/*/strategy.ts'],
    rooms: ['core/contract', 'core/domain', 'params'],
    packages: [],
    hint: 'a strategy is pure: it sees its context, core/domain, core/contract, ./params.ts and its own helpers; work with the world is an action for the runtime',
  },
  {
    room: 'islands',
    files: ['plugins/*/islands/**', 'plugins/_templates/*/islands/**'],
    rooms: [...inward, 'core/islands'],
    packages: ['react', 'react-dom', 'minisearch'],
    hint: 'an island is loaded by a public page, which may weigh 70 kB with it: it knows core/islands, core/domain, the types of core/contract and schemas, and itself',
  },
  {
    room: 'plugins',
    files: ['plugins/**'],
    rooms: [...inward, 'core/replica', 'core/simulation', 'core/report', 'core/ui', 'strategy', 'params', 'plugin server', 'islands'],
    packages: [...react, 'klinecharts', 'echarts', 'pinyin-pro', 'qr', 'marked', 'otpauth', '@simplewebauthn/server', '@sinclair/typebox'],
    hint: 'a plugin sees core/contract, core/domain, core/report, core/ui, schemas and its own folder; plugins meet through tokens and contribution points',
  },
  {
    room: 'server/engine files',
    files: ['server/engine/host/**', 'server/engine/journal/**'],
    rooms: ['core/domain', 'server/engine'],
    packages: ['node:*'],
    hint: 'the engine knows core/domain only; what speaks to other rooms belongs in server/trading',
  },
  {
    room: 'server/engine',
    files: ['server/engine/**'],
    rooms: ['core/domain'],
    packages: ['node:crypto'],
    hint: 'the engine is deterministic and knows core/domain only; files belong in its host and journal, the rest in server/trading',
  },
  {
    room: 'server/threads',
    files: ['server/threads/**'],
    rooms: [],
    // To start from source.
    packages: ['node:*', 'tsx'],
    hint: 'server/threads finds and starts the files of threads and knows nothing of what they do',
  },
  {
    room: 'server/store',
    files: ['server/store/**'],
    rooms: [...inward, 'server/threads'],
    packages: ['node:*', 'kysely', 'pg', '@electric-sql/pglite'],
    hint: 'server/store talks to the database and to nothing else; rules belong in the room that calls it',
  },
  {
    room: 'server/bus',
    files: ['server/bus/**'],
    rooms: [...inward, 'server/store'],
    packages: ['@sinclair/typebox', 'ajv', '@nats-io/transport-node'],
    hint: 'server/bus carries news between servers; what is done about them belongs in the room that keeps what has changed',
  },
  {
    room: 'server/market',
    files: ['server/market/**'],
    rooms: [...inward, 'server/store'],
    packages: ['node:*'],
    hint: 'the market hub gets venue events and the store; sockets belong in server/gateway, orders in server/trading',
  },
  {
    room: 'server/trading',
    files: ['server/trading/**'],
    rooms: [...inward, 'server/engine', 'server/engine files', 'server/store', 'server/market'],
    packages: ['node:*'],
    hint: 'trading knows engine, store and market; sockets and routes belong in server/gateway',
  },
  {
    room: 'server/runtime/isolated',
    files: ['server/runtime/isolated/**'],
    rooms: [...inward, 'server/runtime'],
    packages: ['@sinclair/typebox', 'quickjs-emscripten-core', '@jitl/quickjs-wasmfile-release-sync'],
    hint: 'server/runtime/isolated is the wall around foreign strategies: it knows neither Node, network nor store, and only text crosses it',
  },
  {
    room: 'server/packages',
    files: ['server/packages/**'],
    rooms: [...inward, 'core/kernel', 'server/store', 'server/runtime'],
    packages: ['node:crypto', '@sinclair/typebox', 'ajv', 'semver'],
    hint: 'server/packages checks and keeps plugins from outside the build; their strategies run in server/runtime/isolated',
  },
  {
    room: 'server/runtime',
    files: ['server/runtime/**'],
    rooms: [...inward, 'core/kernel', 'core/simulation', 'server/threads', 'server/store', 'server/market', 'server/trading'],
    packages: ['node:*', '@sinclair/typebox', 'ajv'],
    hint: 'the runtime reaches venues through server/trading and server/market; routes belong in server/gateway',
  },
  {
    room: 'server',
    files: ['server/**'],
    rooms: [
      ...inward,
      'core/kernel',
      'server/engine',
      'server/engine files',
      'server/threads',
      'server/store',
      'server/bus',
      'server/market',
      'server/trading',
      'server/runtime',
      'server/runtime/isolated',
      'server/packages',
    ],
    packages: [
      'node:*',
      'i18next',
      'fastify',
      '@fastify/*',
      'ws',
      'ajv',
      '@sinclair/typebox',
      'pino',
      'prom-client',
      'altcha-lib',
      'mmdb-lib',
      'nodemailer',
      '@node-rs/argon2',
      '@zxcvbn-ts/language-common',
    ],
    hint: 'a database belongs in server/store, a container in core/kernel; plugins come through the folder scan',
  },
];

/** Where the lint half lies; biome.json extends it. */
export const biomeRoomsFile: string = fileURLToPath(new URL('../biome.rooms.json', import.meta.url));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = `${JSON.stringify(biomeRooms(importRules, freeFiles), null, 2)}\n`;
  if (process.argv.includes('--write')) writeFileSync(biomeRoomsFile, text);
  else process.stdout.write(text);
}
