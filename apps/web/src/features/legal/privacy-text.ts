import type { LegalDocument } from './legal-article.tsx'

export const privacyPolicy: LegalDocument = {
  title: 'Privacy Policy',
  sections: [
    {
      title: '1. What we store about you',
      paragraphs: [
        'Your account: first and last name, email address, a hash of your password (never the password itself), your plan, your preferences, and when you created the account.',
        'Your sessions: a hash of the session’s secret, when it began and was last used, and the name that your browser gives itself. They end after 30 days without use, after 90 days at most, or when you log out.',
        'Your work: searches that you saved, tables, prospects, campaigns, signatures, and what became of each message. Your use of the monthly limits and every movement of tokens. Requests to Support with the screenshot that you added.',
      ],
    },
    {
      title: '2. What we store about the people that you write to',
      paragraphs: [
        'Business contacts that are published on the websites of businesses: email address, name, role, telephone number, and the page where each was found. They are gathered when you ask for it and are visible to you alone.',
        'For messages that you send: whether they were delivered, opened, answered or returned, and whether the recipient unsubscribed. A message carries a small picture and links of ours, which is how an open or a click becomes known.',
        'You decide about these contacts and are responsible for them; we process them for you. Anybody can ask the sender, or us, what is stored about them and have it erased, and can stop all messages of a sender with the link in each of them.',
      ],
    },
    {
      title: '3. Cookies and similar things',
      paragraphs: [
        'One cookie keeps you logged in. It is readable by our server only and is no use to anybody else. Your browser also keeps your choice of light or dark, the state of the sidebar and unsent drafts; they stay on your device.',
        'There is no advertising and no tracking of visitors. The check against bots runs on our own server, unless the operator has connected Google reCAPTCHA, which is then shown on the form.',
      ],
    },
    {
      title: '4. Whom we share it with',
      paragraphs: [
        'With nobody, except those who are needed to do what you ask for: the mail server that delivers your messages, the payment provider when you pay, and, where the operator has connected them, a directory of businesses for your searches and a text service for writing campaigns. We sell nothing and show nothing to advertisers.',
      ],
    },
    {
      title: '5. How long we keep it',
      paragraphs: [
        'As long as your account exists; what you delete in it is kept for about a day more, so that you can take it back. When you delete the account, your sessions end and your running work stops at once, and everything stored for you is erased. Records of payments stay as long as the law asks for, without your name. Backups are overwritten within 30 days.',
        'The addresses of people who unsubscribed are kept with your account, so that they are not written to again.',
      ],
    },
    {
      title: '6. Your rights',
      paragraphs: [
        'You can see and correct your data in Goldpan, download all of it, and delete your account in Settings, Profile. You can switch our own messages off in Settings, Preferences. You can also object to a use, ask us to limit it, or complain to your data protection authority.',
      ],
    },
    {
      title: '7. How we protect it',
      paragraphs: [
        'Connections are encrypted where the operator serves Goldpan over https. Passwords are hashed with Argon2id, and secrets of sessions and links are stored as hashes only. Each person’s rows are read with that person’s name in every query. Pictures that you upload are decoded and written anew, without their hidden details.',
      ],
    },
    {
      title: '8. Mailing list',
      paragraphs: [
        'If you subscribe to our newsletter we store your address and, if you gave them, your name and company. Nothing is sent before you have confirmed it from your mailbox, and every mail has a link to leave the list.',
      ],
    },
    {
      title: '9. Questions',
      paragraphs: [
        'Please write to us through Support, or to the postal address in any of our messages. When this policy changes in a way that matters to you, we tell you by email.',
      ],
    },
  ],
}
