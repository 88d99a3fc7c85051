import { expect, test } from 'vitest'
import { checkMigrations } from './boundaries/migrations.ts'

const complaints = (text: string, version = '0.3.0') =>
  checkMigrations([{ path: '0110_x.sql', text }], version).map(
    ({ line, sentence }) => `${line} ${sentence.split(':')[0]}`,
  )

test('a migration may add what old code doesn’t use', () => {
  expect(
    complaints(`-- why
      create table visits (id uuid primary key, name text not null, unique (name));
      alter table visits add constraint named check (name <> '');
      create unique index visits_name on visits (name);
      alter table users add column nickname text, add column age integer not null default 7 check (age > 0);
      create unique index users_nickname on users (lower(nickname)) where nickname is not null;
      create index users_age on users (age);
      alter table users alter column email drop not null;
      update users set nickname = 'drop table users; rename to';`),
  ).toEqual([])
})

test.each([
  ['alter table users drop column email;', 'drops a table, column or type'],
  ['drop table users;', 'drops a table, column or type'],
  ['drop index users_email;', 'drops an index or constraint'],
  ['alter table users alter column email drop default;', 'drops a default'],
  ['alter table users rename column email to address;', 'renames'],
  ['alter table users rename to people;', 'renames'],
  ['alter table users alter column age type bigint;', 'changes a type'],
  ['alter table users alter age set data type bigint;', 'changes a type'],
  ['alter table users alter column age set not null;', 'makes a column NOT NULL'],
  [
    'alter table users add column age integer, add column x text not null;',
    'adds a NOT NULL column without a default',
  ],
  ['alter table users add constraint adult check (age > 17);', 'adds a constraint'],
  ['create unique index users_name on users (first_name, last_name);', 'adds a unique index'],
])('reports a migration that breaks old code: %s', (text, what) => {
  expect(complaints(`-- why\n${text}`)).toEqual([`2 ${what}`])
})

test('what old code used may be dropped one release after its last use, with a comment', () => {
  const text = '-- contracts since 0.2.0: read by nobody\nalter table users drop column email;'
  expect(complaints(text, '0.2.0')).toEqual(['2 drops a table, column or type'])
  expect(complaints(text, '0.2.1')).toEqual([])
  expect(complaints(text, '0.10.0')).toEqual([])
})

test('an apparent restriction needs a comment that says why it is harmless', () => {
  const text = 'create unique index users_id on users (id);'
  expect(complaints(text)).toHaveLength(1)
  expect(complaints(`-- old code survives: ids are unique already\n${text}`)).toEqual([])
})
