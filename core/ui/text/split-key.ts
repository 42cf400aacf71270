/** A manifest's locale key `panel-depth.title` is key `title` of namespace `panel-depth`. */
export function splitKey(key: string): { readonly namespace: string; readonly key: string } {
  const dot = key.indexOf('.');
  return { namespace: key.slice(0, dot), key: key.slice(dot + 1) };
}
