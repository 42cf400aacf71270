import { readFileSync, writeFileSync } from 'node:fs';
import { RoleBook } from '../core/domain/accounts/role-book.ts';
import { routes } from '../schemas/wire/index.ts';
import { openApiDocument } from '../server/gateway/pages/open-api.ts';
import { typesOf } from './api-client/generate.mjs';
import { readCommandLine, refuseCall } from './kit/command-line.mjs';

/** `npm run api-client -- --out <file.ts>`: writes a typed client of every call, for scripts that use an API key. */

const head = `/** Made by \`npm run api-client\` from the OpenAPI document of Tessera; make it anew rather than change it. Needs \`npm install openapi-fetch\`. */
import createClient, { type Client } from 'openapi-fetch';

/** Calls to a running Tessera: \`url\` such as http://localhost:8080, and an API key of the user's menu. */
export const createTesseraClient = (url: string, key: string): Client<paths> =>
  createClient<paths>({ baseUrl: url, headers: { Authorization: \`Bearer \${key}\` } });

`;

const usage = 'usage: npm run api-client -- --out <file.ts>';
const { values } = readCommandLine(usage, { options: { out: { type: 'string' } } });
if (values.out === undefined) refuseCall('a file to write is missing', usage);
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
writeFileSync(values.out, head + (await typesOf(openApiDocument(version, new RoleBook(), routes))));
console.log(`wrote ${values.out}`);
