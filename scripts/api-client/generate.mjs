import openapiTypescript, { astToString } from 'openapi-typescript';

/** TypeScript types of an OpenAPI document. */
export const typesOf = async (document) => astToString(await openapiTypescript(document));
