/** The fields of a params schema by the names that a sweep gives them: `levels`, or `executor.orderTimeoutS` inside an object. */
export function sweptFields(schema: object): ReadonlyMap<string, object> {
  const fields = new Map<string, object>();
  const visit = (one: object, path: string): void => {
    const { properties } = one as { readonly properties?: Readonly<Record<string, object>> };
    if (properties === undefined) fields.set(path, one);
    else for (const [name, field] of Object.entries(properties)) visit(field, path === '' ? name : `${path}.${name}`);
  };
  visit(schema, '');
  return fields;
}
