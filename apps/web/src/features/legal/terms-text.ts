import type { LegalDocument } from './legal-article.tsx'

export const termsOfService: LegalDocument = {
  title: 'Terms of Service',
  sections: [
    {
      title: '1. What these terms are about',
      paragraphs: [
        'Goldpan is a web application for finding businesses, gathering the contacts that they publish on their own websites, and writing to them by email. These terms hold between you and the operator of the Goldpan that you use (“we”). The operator’s postal address stands in every campaign message.',
        'By creating an account you accept these terms. If you use Goldpan for a company, you accept them for that company and confirm that you may do so.',
      ],
    },
    {
      title: '2. Your account',
      paragraphs: [
        'You need an email address that is yours and a password that you keep to yourself. Please tell us at once, through Support, when you think that somebody else knows it.',
        'One account is for one person. You answer for what is done with it.',
      ],
    },
    {
      title: '3. What Goldpan does, and what it does not promise',
      paragraphs: [
        'Business listings come from open data and from the directories that the operator has connected. Contacts are read from public pages of the businesses’ websites, within the limits that those websites set for automatic readers. We take care, but listings and contacts can be incomplete, out of date or wrong. Please check them before you rely on them.',
        'An email that we report as sent has been accepted by a mail server. Nobody can promise that it reaches an inbox or is read. Opens are an estimate, since mail programs load pictures on their own or not at all.',
      ],
    },
    {
      title: '4. Writing to people fairly and lawfully',
      paragraphs: [
        'You decide whom you write to and what you say, so you are the sender in the sense of the law. You must follow the rules on advertising by email that hold where you and your recipients are, such as the GDPR and the ePrivacy rules in Europe, CAN-SPAM in the United States and CASL in Canada. Where consent is needed, you need to have it.',
        'Every campaign message carries a link to unsubscribe and the sender’s postal address. You must not remove or hide them. Somebody who unsubscribes is not written to again through your account.',
        'You must not send messages that deceive about who sends them or why, that are unlawful, harassing or harmful, or that carry malware. You must not gather or write to private persons’ addresses, and you must not upload bought lists.',
      ],
    },
    {
      title: '5. Limits, plans and tokens',
      paragraphs: [
        'Each plan has monthly limits for business searches, email generations and emails sent. A month is a calendar month in UTC. What is not used in one month is not carried to the next.',
        'Tokens go beyond these limits. One token pays for one search, one generation or one email, after the limit is reached and only if you have switched their automatic use on. Tokens do not expire. They have no money value outside Goldpan and can’t be passed on.',
        'Paid plans renew every month until you end them. An upgrade takes effect at once and the unused time of the old plan is credited. A downgrade takes effect at the end of the billing period and can be undone until then. Payments are handled by the payment provider named at checkout.',
      ],
    },
    {
      title: '6. Your content',
      paragraphs: [
        'What you write and upload stays yours. You let us store, process and send it as far as Goldpan needs that to work for you. You can download everything that is stored for you at any time in Settings, Profile.',
      ],
    },
    {
      title: '7. When we may limit or end your use',
      paragraphs: [
        'We may pause sending or close an account that breaks these terms, harms others, or endangers the delivery of everybody’s mail. Unless it is urgent we write to you first. You can delete your account at any time in Settings, Profile.',
      ],
    },
    {
      title: '8. Liability',
      paragraphs: [
        'Goldpan is offered as it is. We are liable without limit for intent, gross negligence and harm to life or health, and as far as the law does not let us limit it. Otherwise we are liable only for the foreseeable damage from breaking an essential duty, and at most for what you paid in the twelve months before.',
      ],
    },
    {
      title: '9. Changes and questions',
      paragraphs: [
        'When these terms change in a way that matters to you, we tell you by email at least 30 days before. If you do not agree you can delete your account before the change takes effect. Questions reach us through Support.',
      ],
    },
  ],
}
