"""Statements of an agent's work as a good extractor would write them: what the notation costs is measured on these."""

from __future__ import annotations

from memgraph_svc.crl import Line, decode

__all__ = ["STATEMENTS"]

STATEMENTS: list[Line] = decode("""%crl1
parcel tracker :uses &Backstep for retries @2026-01-12..
:runs_on &node-lark-4
:owned_by &team Kestrel
:error 504 from the label printer @2026-03-02T08:40.. #4
< connection pool of 20 exhausted ?0.9
!< the new carrier API ?0.7
> 312 labels printed twice
+ nightly restart at 03:10
team Kestrel :led_by &Ingrid Falkenberg @2025-11-01..2026-03-15
:led_by &Bastien Okoro @2026-03-15..
:sits_on second floor of the Gdynia office
^ deploys on Tuesdays and Thursdays only
^ !no merges after 16:00
Ingrid Falkenberg :moved_to &team Heron @2026-03-15
:speaks Polish, German and English
^ short status messages without emojis
!+ access to the billing cluster
Bastien Okoro :wrote the failover runbook @2026-02-20 #11
:reports_to &Mirela Dobrin
label printer :firmware 4.1.9 @2026-03-02..
:firmware 4.1.7 @2025-08-30..2026-03-02
= a Zebrite Z220 in hall B
> queue backs up when paper is low ?0.6
Backstep :version 2.8.0 @2026-02-11..
:maintained_by &Tove Brannigan
+ exponential delay with full jitter
!= thread safe before 2.7 ?0.95
Tove Brannigan :lives_in &Gdynia @2026-03-01..
:prefers mail over chat
invoice export :failed row 40,112 has no currency @2026-03-04T02:15 #18
< column renamed to currency_code in release 58
:fixed_by default EUR for rows before 2024 #23
> totals of Q4 2025 change by 0.03 percent ?0.8
release 58 :shipped_on 2026-03-03
+ migration 0142_currency
!+ a rollback script
:approved_by &Mirela Dobrin
customer Ostrava Freight ^ weekly report in CSV, semicolon separated
:contract_until 2027-06-30
:contact &Radek Šimůnek
Radek Šimůnek :phone_hours 09:00 to 15:00 CET
^ never to be called on Fridays
warehouse sensor 17 = offline @2026-03-05T21:30.. #31
< battery below 2.9 V ?0.85
> humidity alarm for aisle 6 is blind
The user asked twice whether the alarm also covers the cold room; nobody knew.
humidity alarm :threshold 68 percent @2026-01-01..
:threshold 72 percent @2026-03-06..
:changed_by &Bastien Okoro @2026-03-06 #34
test suite + 1,284 tests, 9 of them slow
:takes 6 min 40 s on two cores
!= green on Windows @2026-03-01..
< path separators in the golden files
search index :rebuilt_at 2026-03-06T04:00Z
> stale hits for renamed parcels ?0.75
^ one shard a country
staging database :size 84 GB @2026-03-06
:restored_from &snapshot of 2026-02-28
!= anonymised yet #40
Mirela Dobrin ^ anonymise staging before the audit
:deadline 2026-04-10
audit :covers &staging database
:auditor &Halvorsen & Pike
""")
