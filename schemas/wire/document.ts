import { type Static, Type } from '@sinclair/typebox';
import { nullable, strict, TimeMs } from '../common.ts';
import { route } from './route.ts';

/** Largest content, as JSON text in bytes. */
export const maxDocumentBytes = 256 * 1024;
/** Documents that one user may keep of one kind. */
export const maxDocumentsPerKind = 500;
/** Kinds with calls of their own, which know what such a document is: the common ones neither write nor delete them. */
export const ownedDocumentKinds = ['trade-template', 'start-template'] as const;
export type OwnedDocumentKind = (typeof ownedDocumentKinds)[number];

/** What sort of thing a document is, such as `chart`: the owner's choice, one word for all its documents. */
export const DocumentKind = Type.String({ pattern: '^[a-z][a-z0-9-]{0,31}$' });
/** Which one it is among its kind, such as an instrument (`tessera:BTCUSDT:spot`). */
export const DocumentKey = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_.:-]{0,99}$' });

const revision = Type.Integer({
  minimum: 0,
  maximum: 2_147_483_646,
  description: 'The one that the change started from; 0: there was none',
});

export const DocumentSummaryView = strict({
  key: DocumentKey,
  /** Goes up by one with every save. */
  revision: Type.Integer({ minimum: 1 }),
  update_time: TimeMs,
});
export type DocumentSummaryView = Static<typeof DocumentSummaryView>;

export const DocumentView = strict({
  ...DocumentSummaryView.properties,
  content: Type.Record(Type.String(), Type.Unknown()),
});
export type DocumentView = Static<typeof DocumentView>;

export const documentRoutes = {
  documentList: route({
    method: 'GET',
    path: '/workspace/document/list',
    tag: 'Workspace',
    summary: "The caller's documents of a kind, in order of their keys, without contents",
    access: 'session',
    rate: 'read',
    query: strict({ kind: DocumentKind }),
    reply: Type.Array(DocumentSummaryView),
  }),
  documentGet: route({
    method: 'GET',
    path: '/workspace/document/get',
    tag: 'Workspace',
    summary: 'One document, or null',
    access: 'session',
    rate: 'read',
    query: strict({ kind: DocumentKind, key: DocumentKey }),
    reply: nullable(DocumentView),
  }),
  documentSave: route({
    method: 'POST',
    path: '/workspace/document/save',
    tag: 'Workspace',
    summary: 'Saves a document; refused when another window saved in between',
    access: 'session',
    rate: 'save',
    body: strict({
      kind: DocumentKind,
      key: DocumentKey,
      revision,
      content: Type.Record(Type.String({ maxLength: 100 }), Type.Unknown()),
    }),
    reply: strict({ revision: Type.Integer() }),
  }),
  documentDelete: route({
    method: 'POST',
    path: '/workspace/document/delete',
    tag: 'Workspace',
    summary: 'Deletes a document, also one that is not there; refused when another window saved in between',
    access: 'session',
    rate: 'save',
    body: strict({ kind: DocumentKind, key: DocumentKey, revision }),
    reply: Type.Null(),
  }),
} as const;
