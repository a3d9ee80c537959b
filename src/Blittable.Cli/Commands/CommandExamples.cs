using System.CommandLine;

namespace Blittable.Cli;

/// <summary>Examples for each command, shown by the help and the manual page. Each option occurs in one of them.</summary>
internal static class CommandExamples
{
    private static readonly Dictionary<string, string[]> s_lines = new()
    {
        ["convert"] =
        [
            "blittable convert data/ --output documents/ --parents --format ndjson",
            "blittable convert orders.json --mode disk --strings trained --report --output orders.blit",
            "blittable convert orders.json --dictionary orders.dict --output - --force --quiet",
            "blittable convert settings.json --comments --trailing-commas --lone-surrogates replace",
            "blittable convert log.ndjson --on-error collect faults.txt",
        ],
        ["to-json"] =
        [
            "blittable to-json orders.blit --indent", "blittable to-json documents/ --output json/ --parents",
            "blittable to-json - --dictionary orders.dict --max-expansion 1000000000",
        ],
        ["get"] =
        [
            "blittable get '$.items[*].name' --raw orders.blit", "blittable get '$' --indent --key 77 shop.blic",
            "blittable get '$..id' - --dictionary orders.dict --max-expansion 1000000000",
        ],
        ["stat"] =
        [
            "blittable stat shop.blic", "blittable stat documents/ --json", "blittable stat orders.blit --dictionary orders.dict --max-expansion 1000000",
        ],
        ["explain"] =
        [
            "blittable explain orders.json --html orders.html", "blittable explain shop.blic --where '$.id = 77'",
            "blittable explain orders.blit --dictionary orders.dict --max-expansion 1000000",
        ],
        ["verify"] = ["blittable verify shop.blic documents/", "blittable verify orders.blit --dictionary orders.dict --max-expansion 1000000"],
        ["bench"] =
        [
            "blittable bench orders.json --time 1000", "blittable bench log.ndjson --format ndjson --limit 100000 --json",
            "blittable bench settings.json --comments --trailing-commas --lone-surrogates replace",
        ],
        ["train"] =
        [
            "blittable train samples/ --output dictionaries/orders.dict --parents --replace", "blittable train log.ndjson --frequent-strings --output - --force",
        ],
        ["pack"] =
        [
            "blittable pack shop.ndjson --key '$.id' --index '$.country' --order-by '$.at'",
            "blittable pack shop.ndjson --layout hybrid --column '$.price' --compress zstandard --replace",
            "blittable pack data/ --output collections/all.blic --parents --commit-every 64",
            "blittable pack more.ndjson --append --output shop.blic --on-error skip",
            "blittable pack settings.json --format concatenated --comments --trailing-commas --lone-surrogates replace",
        ],
        ["append"] = ["blittable append shop.blic more.ndjson"],
        ["unpack"] =
        [
            "blittable unpack shop.blic --where '$.country = \"NZ\"'", "blittable unpack collections/ --output json/ --parents --max-expansion 1000000",
        ],
        ["query"] =
        [
            "blittable query shop.blic --where '$.price > 2' --limit 10 --offset 20", "blittable query shop.blic --select '$.id, $.name' --format table --full",
            "blittable query shop.blic --group-by '$.country' --median '$.price' --variance '$.price' --stddev '$.price'",
            "blittable query shop.blic --group-by 'case when $.price > 2 then \"high\" else \"low\" end as level' --mode '$.country' --arg-max '$.name, $.price' --first '$.name' --last '$.name'",
            "blittable query shop.blic --group-by '$.country' --sum '$.price * $.quantity as total' --average '$.price' --having 'total > 10' --order-by '-total'",
            "blittable query shop.blic --unnest '$.tags[*]' --group-by '$.tags[*] as tag' --count",
            "blittable query shop.blic --min '$.price' --max '$.price' --distinct '$.country' --percentile '0.95:$.price' --arg-min '$.name, $.price'",
            "blittable query shop.blic --where '$.price > 2' --count --explain",
            "blittable query shop.blic --pager",
            "blittable query 'shops/*.blic' --count --strict --workers 4 --memory 512",
        ],
        ["head"] = Rows("head"),
        ["tail"] = Rows("tail"),
        ["sample"] = [.. Rows("sample"), "blittable sample --seed 1 shop.blic"],
        ["schema"] =
        [
            "blittable schema shop.blic --format json --limit 1000", "blittable schema documents/ --dictionary orders.dict --max-expansion 1000000",
        ],
        ["update"] = ["blittable update shop.blic --where '$.id = 77' --set '$.price = $.price * 2'", "blittable update shop.blic --all --set '$.total = $.price * $.quantity' --lenient", "blittable update shop.blic --where '$.id = 78' --patch patch.json"],
        ["delete"] = ["blittable delete shop.blic --where '$.at < \"2024-01-01\"' --dry-run", "blittable delete shop.blic --where '$.expired = true' --lenient", "blittable delete shop.blic --all"],
        ["set"] = ["blittable set '$.name = \"new\"' order.blit", .. Edits("set '$.tags = []'")],
        ["patch"] = ["blittable patch - other.blit < changes.json", "blittable patch changes.json order.blit", .. Edits("patch changes.json")],
        ["diff"] =
        [
            "blittable diff old.blic new.blic --patch --exit-code", "blittable diff old.blit new.blit --dictionary orders.dict --max-expansion 1000000",
        ],
        ["merge"] = ["blittable merge 'shops/*.blic' --output all/shops.blic --parents --replace"],
        ["compact"] = ["blittable compact shop.blic"],
        ["backup"] = ["blittable backup shop.blic --output saved/shop.blic --parents --replace"],
        ["recover"] = ["blittable recover damaged.blic --output saved/whole.blic --partial saved/partial.blic --parents --replace"],
        ["export"] =
        [
            "blittable export shop.blic", "blittable export shop.blic --output saved/shop.arrow --parents --batch-rows 100000 --distinguish-nulls --order-by '$.at'",
            "blittable export shop.blic --output shops/ --partition-by '$.country'",
            "blittable export shop.blic --schema 'id BIGINT NOT NULL, price DECIMAL(10, 2), tags VARCHAR[]' --unfit-as-null",
            "blittable export shop.blic --schema old.parquet",
        ],
        ["import"] = ["blittable import shop.parquet", "blittable import shop.arrow --output saved/shop.blic --parents --replace --key '$.id' --layout auto --skip-unreadable"],
        ["sql"] =
        [
            "blittable sql 'select country, count(*) from shop group by country' shop.blic",
            "blittable sql 'select document from shop where country is null' shop.blic --document",
            "blittable sql 'select * from shop where id < 10' shop.blic --nested-as-json",
            "blittable sql 'select a.* from shop a join old b using (id)' shop.blic old.blic --output saved/both.blic --parents --replace",
        ],
        ["completion"] =
        [
            "source <(blittable completion bash)", "source <(blittable completion zsh)", "blittable completion fish | source",
            "blittable completion pwsh | Out-String | Invoke-Expression",
        ],
        ["man"] = ["blittable man | man -l -"],
        ["help"] = ["blittable help query"],
    };

    /// <summary>Returns the examples of a command.</summary>
    public static IReadOnlyList<string> Of(Command command) => s_lines.GetValueOrDefault(command.Name) ?? [];

    private static string[] Rows(string command) =>
        [$"blittable {command} --count 3 shop.blic", $"blittable {command} - --dictionary orders.dict --max-expansion 1000000"];

    private static string[] Edits(string command) =>
    [
        $"blittable {command} documents/ --output edited/ --parents", $"blittable {command} - --output - --force --dictionary orders.dict --max-expansion 1000000",
    ];
}
