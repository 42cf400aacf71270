// Hooks of Node's module loader: a strategy's folder imports the contract, core/domain, schemas and itself, and nothing else.
// Only from source; a build holds what lint and tests/architecture have let through.
let folder = '';
let open = [];

export function initialize(data) {
  folder = data.folder;
  open = data.open;
}

export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  if (context.parentURL?.startsWith(folder) !== true) return found;
  if (open.some((place) => found.url.startsWith(place)) || specifier === '@sinclair/typebox') return found;
  const file = context.parentURL.slice(folder.length).replace(/\?.*$/, '');
  throw new Error(`${file} imports ${specifier}: a strategy may import the contract, core/domain, schemas and its own folder`);
}
