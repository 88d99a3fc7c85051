import type { LegalDocument } from './legal-article.tsx'

export const termsOfService: LegalDocument = {
  title: 'Terms of Service',
  sections: [
    {
      title: '1. About these terms',
      paragraphs: [
        'Goldpan is a web application for finding businesses, gathering the contacts they publish on their websites, and emailing them. These terms apply between you and the operator of this Goldpan installation (“we”).',
        'By creating an account you accept these terms. If you use Goldpan for a company, you accept them on its behalf and confirm that you are authorized to do so.',
      ],
    },
    {
      title: '2. Your account',
      paragraphs: [
        'You need your own email address and a password that you keep secret. If you think someone else knows your password, tell us through Support right away.',
        'An account is for one person. You are responsible for everything done with it.',
      ],
    },
    {
      title: '3. What Goldpan does and does not promise',
      paragraphs: [
        'Business listings come from open data and from the directories that the operator has connected. Contacts are read from public pages of the businesses’ websites, within the limits that those websites set for crawlers. Listings and contacts can be incomplete, outdated or wrong. Please check them before you rely on them.',
        'An email that we report as sent was accepted by a mail server. Nobody can promise that it reaches an inbox or is read. Opens are an estimate, because mail programs may load images automatically or not at all.',
      ],
    },
    {
      title: '4. Fair and lawful email',
      paragraphs: [
        'You decide whom you email and what you say, so legally you are the sender. You must follow the rules on email advertising that apply to you and your recipients, such as the GDPR and the ePrivacy rules in Europe, CAN-SPAM in the United States and CASL in Canada. Where consent is required, you must have it.',
        'Every campaign email carries an unsubscribe link and the sender’s postal address. You must not remove or hide them. People who unsubscribe are not emailed again from your account.',
        'You must not send messages that mislead about their sender or purpose, that are unlawful, harassing or harmful, or that carry malware. You must not gather or email the addresses of private individuals, and you must not upload purchased lists.',
      ],
    },
    {
      title: '5. Limits, plans and tokens',
      paragraphs: [
        'Each plan has monthly limits for business searches, email generations and emails sent. A month is a calendar month in UTC. Unused amounts do not carry over.',
        'Tokens extend these limits. One token pays for one search, one generation or one email, after the limit is reached and only if you have turned on their automatic use. Tokens do not expire. They have no monetary value outside Goldpan and can’t be transferred.',
        'Paid plans renew monthly until you cancel them. An upgrade takes effect at once, and the unused time of the old plan is credited. A downgrade takes effect at the end of the billing period and can be undone until then. Payments are handled by the payment provider named at checkout.',
      ],
    },
    {
      title: '6. Your content',
      paragraphs: [
        'What you write and upload remains yours. You allow us to store, process and send it as far as needed to provide Goldpan. You can download everything stored for you at any time in Settings, Profile.',
      ],
    },
    {
      title: '7. Suspension and termination',
      paragraphs: [
        'We may pause sending or close an account that breaks these terms, harms others, or endangers the delivery of everyone’s email. Unless it is urgent, we contact you first. You can delete your account at any time in Settings, Profile.',
      ],
    },
    {
      title: '8. Liability',
      paragraphs: [
        'Goldpan is provided as is. Our liability is unlimited for intent, gross negligence and injury to life or health, and wherever the law does not allow a limit. Otherwise we are liable only for foreseeable damage caused by breach of an essential obligation, up to the amount you paid in the preceding twelve months.',
      ],
    },
    {
      title: '9. Changes and questions',
      paragraphs: [
        'If these terms change in a way that affects you, we tell you by email at least 30 days in advance. If you do not agree, you can delete your account before the change takes effect. Send questions through Support.',
      ],
    },
  ],
}
