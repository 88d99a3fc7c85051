-- What kind of business it is, as its directory calls it in English: for naming a recipient's trade.
alter table businesses add column category text;
