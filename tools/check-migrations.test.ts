import { expect, test } from 'vitest'
import { checkLargeTables, checkMigrations } from './boundaries/migrations.ts'

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

const sizes = (text: string) =>
  checkLargeTables([{ path: '0110_x.sql', text }]).map(({ line, sentence }) => `${line} ${sentence}`)

test('an index of a table that exists is built concurrently, outside of a transaction', () => {
  expect(sizes('create index visits_at on visits (at);')).toEqual([
    expect.stringMatching(/^1 this index would hold up/),
  ])
  expect(sizes('create unique index concurrently visits_at on visits (at);')).toEqual([
    expect.stringMatching(/^1 an index is built concurrently only in a file/),
  ])
  const outside =
    '-- no transaction: visits are many\ncreate index concurrently if not exists visits_at on visits (at);'
  expect(sizes(outside)).toEqual([])
  expect(sizes(`${outside}\nupdate visits set at = now();`)).toEqual([
    expect.stringMatching(/^3 a migration without a transaction/),
  ])
  expect(sizes('create table visits (at date);\ncreate index visits_at on visits (at);')).toEqual([])
  expect(sizes('-- small table: one row an account\ncreate index users_age on users (age);')).toEqual([])
  expect(sizes('-- small table:\ncreate index users_age on users (age);')).toHaveLength(1)
})

test.each([
  'id uuid primary key, owner_id uuid not null',
  'owner_id uuid not null, id uuid default gen_random_uuid() primary key',
  'owner_id uuid not null, id uuid, primary key (id, owner_id)',
])('a table that grows with owners has a key that begins with the owner or a date, unlike: %s', (columns) => {
  expect(sizes(`create table visits (${columns});`)).toEqual([
    expect.stringMatching(/^1 a table with an owner_id/),
  ])
  expect(sizes(`-- small table: a row an account\ncreate table visits (${columns});`)).toEqual([])
})

test.each([
  'owner_id uuid not null references owners(id) on delete cascade, id uuid, primary key (owner_id, id)',
  'owner_id uuid primary key',
  'month date not null, owner_id uuid not null, primary key (month, owner_id)',
  'at timestamptz not null, owner_id uuid not null, primary key (at, owner_id)',
  'id uuid primary key, name text',
])('a key that allows partitions: %s', (columns) => {
  expect(sizes(`create table visits (${columns});`)).toEqual([])
})
