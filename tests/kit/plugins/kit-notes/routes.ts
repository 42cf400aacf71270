import { Type } from '@sinclair/typebox';
import { strict } from '../../../../schemas/common.ts';
import { route } from '../../../../schemas/wire/route.ts';

const tag = 'Notes';
export const Note = strict({ text: Type.String({ minLength: 1, maxLength: 20 }), create_time: Type.Integer() });

export const noteRoutes = {
  noteList: route({
    method: 'GET',
    path: '/kit-notes/list',
    tag,
    summary: "The caller's notes",
    access: 'session',
    rate: 'read',
    key: 'read',
    reply: Type.Array(Note),
  }),
  noteAdd: route({
    method: 'POST',
    path: '/kit-notes/add',
    tag,
    summary: 'Adds a note',
    access: { roles: ['user', 'admin'] },
    rate: 'save',
    body: strict({ text: Note.properties.text }),
    reply: Type.Array(Note),
  }),
} as const;
