import type { LegalDocument } from './legal-article.tsx'

export const privacyPolicy: LegalDocument = {
  title: 'Privacy Policy',
  sections: [
    {
      title: '1. What we store about you',
      paragraphs: [
        'Your account: first and last name, email address, a hash of your password (never the password itself), your plan, your preferences, and when you created the account.',
        'Your sessions: a hash of the session’s secret, when it began and was last used, and your browser’s name. They end after 30 days without use, after 90 days at most, or when you log out.',
        'Your work: saved searches, tables, prospects, campaigns, signatures, and the outcome of each message. Your usage of the monthly limits and every token transaction. Support requests with their screenshots.',
        'Your own mailboxes, if you connect some: their addresses, their password or the permission of Google or Microsoft, encrypted, how much each sent on each day, and up to where it was read. We keep only messages that answer or concern your own sends; everything else is forgotten unread. What you turn off or remove is no longer read, and removing erases the password or permission at once.',
      ],
    },
    {
      title: '2. What we store about the people you email',
      paragraphs: [
        'Business contacts published on the websites of businesses or in public directories such as OpenStreetMap: email address, name, role, telephone number, and the page where each was found. They are gathered at your request and visible only to you and your organization.',
        'For messages that you send: whether they were delivered, opened, answered or bounced, and whether the recipient unsubscribed. If tracking is on, a message carries a tiny image and rewritten links that report opens and clicks.',
        'You decide about these contacts and are responsible for them; we process them on your behalf. Anyone can ask the sender, or us, what is stored about them and have it erased, and can stop all messages of a sender with the link in each of them.',
      ],
    },
    {
      title: '3. Cookies and similar technologies',
      paragraphs: [
        'One cookie keeps you logged in. Only our server can read it. Your browser also stores your theme, the state of the sidebar and unsaved drafts; they stay on your device.',
        'There is no advertising and no tracking of visitors. The bot check runs on our own server, unless the operator has connected Google reCAPTCHA, which is then shown on the form.',
      ],
    },
    {
      title: '4. Who we share it with',
      paragraphs: [
        'Only with services needed to do what you ask for: the mail server that delivers your messages, Google or Microsoft if you connect a mailbox there, the payment provider when you pay, and, if the operator has connected them, a business directory for your searches and a text service for writing campaigns. We never sell your data or share it with advertisers.',
      ],
    },
    {
      title: '5. How long we keep it',
      paragraphs: [
        'As long as your account exists. What you delete is kept for about another day so that you can undo it. When you delete the account, your sessions end, running work stops at once, and everything stored for you is erased. Payment records stay as long as the law requires, without your name. Backups are overwritten within 30 days.',
        'The addresses of people who unsubscribed are kept with your account, so that they are not emailed again.',
      ],
    },
    {
      title: '6. Your rights',
      paragraphs: [
        'You can see and correct your data in Goldpan, download all of it, and delete your account in Settings, Profile. You can turn off our notifications in Settings, Preferences. You can also object to processing, ask us to restrict it, or complain to your data protection authority.',
      ],
    },
    {
      title: '7. How we protect it',
      paragraphs: [
        'Connections are encrypted if the operator serves Goldpan over https. Passwords are hashed with Argon2id, and secrets of sessions and links are stored only as hashes. Every database query is limited to the data of its owner. Uploaded images are re-encoded without metadata.',
      ],
    },
    {
      title: '8. Mailing list',
      paragraphs: [
        'If you subscribe to our newsletter, we store your address and, if given, your name and company. Nothing is sent until you confirm by email, and every newsletter has an unsubscribe link.',
      ],
    },
    {
      title: '9. Questions',
      paragraphs: [
        'Contact us through Support, or at the postal address in our emails. If this policy changes in a way that affects you, we tell you by email.',
      ],
    },
  ],
}
