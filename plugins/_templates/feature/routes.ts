import { type Static, Type } from '@sinclair/typebox';
import { strict, TimeMs } from '../../../schemas/common.ts';
import { route } from '../../../schemas/wire/route.ts';

const tag = 'Sample';

export const Note = strict({
  noteId: Type.String({ maxLength: 64 }),
  text: Type.String({ minLength: 1, maxLength: 200 }),
  createdMs: TimeMs,
});
export type Note = Static<typeof Note>;

/** The calls of this plugin: the server answers them, its pages are typed by them, and `/docs` is made of them. */
export const noteRoutes = {
  listSample: route({
    method: 'GET',
    path: '/feature-sample/list',
    tag,
    summary: "The caller's notes, newest first",
    access: 'session',
    rate: 'read',
    key: 'read',
    reply: Type.Array(Note),
  }),
  addSample: route({
    method: 'POST',
    path: '/feature-sample/add',
    tag,
    summary: 'Adds a note',
    access: 'session',
    rate: 'save',
    body: Type.Pick(Note, ['text'], { additionalProperties: false }),
    reply: Note,
  }),
  removeSample: route({
    method: 'POST',
    path: '/feature-sample/remove',
    tag,
    summary: 'Removes a note, also one that is not there',
    access: 'session',
    rate: 'save',
    body: Type.Pick(Note, ['noteId'], { additionalProperties: false }),
    reply: Type.Null(),
  }),
} as const;
