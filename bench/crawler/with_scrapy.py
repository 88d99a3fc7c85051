"""Arguments: port, first site, number of sites, sites at once."""
import re
import sys

import scrapy
from scrapy.crawler import CrawlerProcess

port, first, count, concurrency = (int(arg) for arg in sys.argv[1:5])
ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,63})+")
found = {}


def home(site):
    return f"http://127.0.{1 + site // 250}.{1 + site % 250}:{port}/"


class Contacts(scrapy.Spider):
    name = "contacts"
    start_urls = [home(site) for site in range(first, first + count)]

    def parse(self, response):
        host = response.url.split("/")[2]
        addresses = found.setdefault(host, set())
        for href in response.css("a::attr(href)").getall():
            if href.startswith("mailto:"):
                addresses.add(href[7:])
            elif response.urljoin(href).split("/")[2] == host:
                yield response.follow(href, self.parse)
        addresses.update(ADDRESS.findall(" ".join(response.xpath("//body//text()").getall())))


process = CrawlerProcess(
    {
        "LOG_ENABLED": False,
        "ROBOTSTXT_OBEY": True,
        "CONCURRENT_REQUESTS": concurrency,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 1,
        "DOWNLOAD_DELAY": 0,
        "RETRY_ENABLED": False,
        "COOKIES_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
    }
)
process.crawl(Contacts)
process.start()
print(sum(len(addresses) for addresses in found.values()))
