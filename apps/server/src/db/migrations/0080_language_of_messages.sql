-- The language a message is written in, for its footer and its headers; null where it is not recognised.
alter table recipients add column language text;
