-- Facts about each recipient, from which all figures are counted.
alter table campaign_prospects
  add column first_sent_at timestamptz,
  add column failed_at timestamptz,
  add column bounced_at timestamptz,
  add column clicked_at timestamptz,
  add column unsubscribed_at timestamptz;

update campaign_prospects set
  first_sent_at = coalesce(handed_over.first_at, row.sent_at),
  failed_at = case when row.email_status = 'failed' then coalesce(handed_over.failed_at, row.created_at) end,
  bounced_at = coalesce(told.bounced_at, case when row.email_status = 'bounced' then row.sent_at end),
  clicked_at = told.clicked_at,
  unsubscribed_at = case when row.email_status = 'unsubscribed'
    then coalesce(told.unsubscribed_at, row.responded_at, row.sent_at, row.created_at) end
from campaign_prospects as row
left join lateral (
  select
    min(finished_at) filter (where state in ('sent', 'unconfirmed')) as first_at,
    min(finished_at) filter (where state = 'failed') as failed_at
  from recipients where recipients.campaign_prospect_id = row.id) handed_over on true
left join lateral (
  select
    min(at) filter (where kind = 'bounce') as bounced_at,
    min(at) filter (where kind = 'click' and class in ('human', 'proxy_human')) as clicked_at,
    min(at) filter (where kind in ('unsubscribe', 'complaint') or kind = 'reply' and detail ? 'stop') as unsubscribed_at
  from tracking_events join recipients on recipients.id = tracking_events.recipient_id
  where recipients.campaign_prospect_id = row.id) told on true
where row.id = campaign_prospects.id and row.email_status not in ('pending', 'generated');

create index campaign_prospects_figures on campaign_prospects (owner_id, campaign_id)
  include (email_status, delivery, first_sent_at, failed_at, opened_at, clicked_at, responded_at, bounced_at, unsubscribed_at);
drop index campaign_prospects_counts;
