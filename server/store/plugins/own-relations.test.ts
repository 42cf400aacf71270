import { expect, it } from 'vitest';
import { relationsIn, statementProblem } from './own-relations.ts';

const named = (statement: string): readonly string[] =>
  relationsIn(statement).map(({ schema, name }) => [schema, name].filter(Boolean).join('.'));

it.each([
  ['select a, session from mine where b in (select c from app_user)', ['mine', 'app_user']],
  ['select * from mine m, app_user u, (select 1) x, "Other" order by a, session', ['mine', 'app_user', 'Other']],
  ['select * from (mine join app_user on a = b) join lateral f(a, b) on true, ticket', ['mine', 'app_user', 'f', 'ticket']],
  ['with w as (delete from app_user returning *) insert into mine (a, session) select * from w', ['app_user', 'mine', 'w']],
  ['insert into mine values ($1, $2) on conflict (a) do update set b = excluded.b, c = 1', ['mine']],
  ['update only mine set a = u.b from public."app_user" as u where mine.session = u.session', ['mine', 'public.app_user']],
  ['delete from mine using app_user where 1 = 1', ['mine', 'app_user']],
  ['truncate mine, app_user', ['mine', 'app_user']],
  ["select 'from app_user' as a, e'it\\'s from app_user', $x$ from app_user $x$ from mine -- , app_user\n/* join app_user */", ['mine']],
  ["select '\\' as a from app_user where b = ''", ['app_user']],
  ['select 1 from mine for update', ['mine']],
])('of "%s" reads the relations and nothing else', (statement, relations) => {
  expect(named(statement)).toEqual(relations);
});

it.each([
  ['set search_path = elsewhere', 'a statement may not begin with "set": tables are made by migrate'],
  ['/* select */ drop table mine', 'a statement may not begin with "drop": tables are made by migrate'],
  ['do $$ begin delete from app_user; end $$', 'a statement may not begin with "do": tables are made by migrate'],
  ['select 1; commit', 'only one statement may be run at a time'],
  ['select * from u&"d\\0061ta"', 'names have to be written without u&'],
  ["select ';' from mine;", null],
])('of "%s" says what it may not be', (statement, problem) => {
  expect(statementProblem(statement)).toBe(problem);
});
