/** TypeScript types of an OpenAPI document. */
export declare function typesOf(document: object): Promise<string>;
